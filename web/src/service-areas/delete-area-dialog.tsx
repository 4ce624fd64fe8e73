import type { ServiceArea } from '@curbwrench/contract/service-areas/schemas';
import { getErrorMessageWithStatus } from '../api/api-error.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showFailureToast, showToast } from '../ui/toast-store.ts';
import { useDeleteServiceArea } from './queries.ts';

interface DeleteAreaDialogProps {
  area: ServiceArea;
  onClose: () => void;
}

/** Asks for confirmation before an area is deleted. */
export function DeleteAreaDialog({ area, onClose }: DeleteAreaDialogProps) {
  const deleteArea = useDeleteServiceArea();

  function remove() {
    deleteArea.mutate(area.id, {
      onSuccess: () => {
        showToast({ title: 'Area deleted', description: area.name });
        onClose();
      },
      onError: (error) =>
        showFailureToast('Failed to delete area', getErrorMessageWithStatus(error)),
    });
  }

  return (
    <ConfirmDialog
      title={`Delete ${area.name}?`}
      description="It will no longer be listed, and its trip fee will no longer be added. Existing appointments keep their price."
      action="Delete area"
      pendingLabel="Deleting..."
      pending={deleteArea.isPending}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
