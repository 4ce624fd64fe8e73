import { lazyComponent } from '../lib/lazy-component.ts';
import { useSignedInUser } from '../session/queries.ts';
import { PositionSender } from '../tracking/position-sender.tsx';
import { SharingIndicator } from '../tracking/sharing-indicator.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';

// Loaded only during a job.
const DrivingScreen = lazyComponent(
  async () => (await import('./driving-screen.tsx')).DrivingScreen,
);

/** Reports the signed-in mechanic's position while they share it, and shows on every page that they do. */
export function PositionSharing() {
  const { status } = useSignedInUser();
  return (
    <>
      <PositionSender />
      <LazyPart>{status === 'on_job' && <DrivingScreen />}</LazyPart>
      <SharingIndicator />
    </>
  );
}
