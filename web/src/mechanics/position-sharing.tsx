import { lazyComponent } from '../lib/lazy-component.ts';
import { useSignedInUser } from '../session/queries.ts';
import { PositionSender } from '../tracking/position-sender.tsx';
import { SharingIndicator } from '../tracking/sharing-indicator.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';

// Loaded only during a job.
const DrivingWakeLock = lazyComponent(
  async () => (await import('./driving-wake-lock.tsx')).DrivingWakeLock,
);

/** Reports the signed-in mechanic's position while they share it, and indicates on every page that it is shared. */
export function PositionSharing() {
  const { status } = useSignedInUser();
  return (
    <>
      <PositionSender />
      <LazyPart>{status === 'on_job' && <DrivingWakeLock />}</LazyPart>
      <SharingIndicator />
    </>
  );
}
