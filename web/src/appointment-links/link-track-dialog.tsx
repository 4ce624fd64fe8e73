import type { LinkedAppointment } from '@curbwrench/contract/appointment-links/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { getErrorMessage } from '../api/api-error.ts';
import { JourneyProgress } from '../tracking/journey-progress.tsx';
import { JourneySteps } from '../tracking/journey-steps.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { getServicesText } from './link-page-state.ts';
import { useLinkedTracking } from './queries.ts';

interface LinkTrackDialogProps {
  token: string;
  appointment: LinkedAppointment;
  onClose: () => void;
}

/** Shows when the mechanic arrives, where they are, and the steps of the journey. */
export function LinkTrackDialog({ token, appointment, onClose }: LinkTrackDialogProps) {
  const query = useLinkedTracking(token);
  const { mechanicName } = appointment;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Track Mechanic"
      description={`${displayId(appointment.id)} · ${getServicesText(appointment)}`}
    >
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-64" />}
        failure="We couldn't load your mechanic's location."
        getCause={getErrorMessage}
      >
        {(tracking) => (
          <div className="grid gap-5">
            <JourneyProgress
              journey={{
                ...tracking,
                mechanic: mechanicName === null ? null : { firstName: mechanicName },
              }}
            />
            <JourneySteps steps={tracking.steps} />
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}
