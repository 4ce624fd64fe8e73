import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { Panel } from '../../ui/panel.tsx';

/** Shows what the mechanic noted about the work when completing the job; nothing if they noted nothing. */
export function WorkNotePanel({
  appointment: { workNote },
  className,
}: {
  appointment: AppointmentDetails;
  className?: string;
}) {
  if (workNote === null) return null;
  return (
    <Panel title="Work done" {...(className !== undefined && { className })}>
      <p className="wrap-anywhere whitespace-pre-line">{workNote}</p>
    </Panel>
  );
}
