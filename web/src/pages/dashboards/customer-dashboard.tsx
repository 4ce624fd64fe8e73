import { Link } from '@tanstack/react-router';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { RecentServices } from '../../features/appointments/recent-services.tsx';
import { UpcomingCard } from '../../features/appointments/upcoming-card.tsx';
import { TrackMechanic } from '../../features/tracking/track-mechanic.tsx';
import { CustomerFrame } from './customer-frame.tsx';
import { MyVehicles } from './my-vehicles.tsx';
import { AwaitedPart } from '../../ui/awaited.tsx';
import { Welcome } from './welcome.tsx';

const PlansTeaser = lazyComponent(
  async () => (await import('../../features/plans/plans-teaser.tsx')).PlansTeaser,
);

/** What a customer sees first (spec section 2): what comes, what they drive, what was done. */
export function CustomerDashboard() {
  return (
    <CustomerFrame
      welcome={<Welcome />}
      renderAction={(props) => <Link {...props} />}
      upcoming={<UpcomingCard Track={TrackMechanic} />}
      recent={<RecentServices />}
      vehicles={<MyVehicles />}
      plans={
        <AwaitedPart>
          <PlansTeaser />
        </AwaitedPart>
      }
    />
  );
}
