import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { Panel } from '../../ui/panel.tsx';

/** Shows the mechanic's note about the work, written when completing the job; renders nothing if there is none. */
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
