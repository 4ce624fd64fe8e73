import type { ServiceArea } from '@curbwrench/contract/service-areas';
import { messageOf } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useDeleteServiceArea } from './queries.ts';

interface DeleteAreaDialogProps {
  area: ServiceArea;
  onClose: () => void;
}

/** Asks before an area goes. */
export function DeleteAreaDialog({ area, onClose }: DeleteAreaDialogProps) {
  const deleteArea = useDeleteServiceArea();

  function remove() {
    deleteArea.mutate(area.id, {
      onSuccess: () => {
        showToast({ title: 'Area deleted', description: area.name });
        onClose();
      },
      onError: (error) =>
        showToast({
          title: 'Failed to delete the area',
          description: messageOf(error),
          destructive: true,
        }),
    });
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Delete ${area.name}?`}
      description="It is no longer listed, and its call-out fee is no longer added. Appointments that are booked keep their price."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            pending={deleteArea.isPending}
            pendingLabel="Deleting..."
            onClick={remove}
          >
            Delete area
          </Button>
        </>
      }
    />
  );
}
