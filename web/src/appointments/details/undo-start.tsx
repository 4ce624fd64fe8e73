import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { undoStartWithToast } from '../../offline/undo-start.ts';
import { useSignedInUser } from '../../session/queries.ts';
import { Button } from '../../ui/button.tsx';

/** Renders the button that undoes starting the viewer's job, as long as the server still allows that. */
export function UndoStart({ appointment }: { appointment: AppointmentDetails }) {
  const client = useQueryClient();
  const { id: personId } = useSignedInUser();
  const undo = useMutation({
    mutationFn: () => undoStartWithToast(client, personId, appointment.id),
  });
  const canUndo = appointment.actions.some(
    ({ action, open: isAvailable }) => action === 'undo_start' && isAvailable,
  );
  if (!canUndo) return null;
  return (
    <Button
      icon={<Undo2 className="size-5 shrink-0" aria-hidden />}
      pending={undo.isPending}
      onClick={() => undo.mutate()}
    >
      Undo start
    </Button>
  );
}
