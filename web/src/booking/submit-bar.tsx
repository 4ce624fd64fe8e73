import { displayDuration } from '@curbwrench/contract/fields/calendar';
import type { Service } from '@curbwrench/contract/services/schemas';
import { useMoney } from '../business/money.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { sumDurations } from './booking-form-values.ts';

interface SubmitBarProps {
  services: readonly Service[];
  /** The booking's price, once it is known. */
  price: string | undefined;
  isBusy: boolean;
  /** Whether the last submission got no response; submitting again is safe. */
  isOutcomeUnknown: boolean;
  /** Whether the device is offline. */
  isOffline: boolean;
  /** Whether the phone layout has a menu at the bottom, as it does for a signed-in person. */
  isAboveMenu: boolean;
}

/** Renders the submit button at the end of the form. It stays visible at the bottom while the form is filled in. */
export function SubmitBar({
  services,
  price,
  isBusy,
  isOutcomeUnknown,
  isOffline,
  isAboveMenu,
}: SubmitBarProps) {
  const money = useMoney();
  return (
    <div
      className={classNames(
        'sticky z-10 -mx-4 -mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-sheet px-4 py-2.5 sm:-mx-6 sm:-mb-8 sm:px-6',
        'lg:static lg:m-0 lg:border-0 lg:bg-transparent lg:px-0 lg:pt-4 lg:pb-0',
        isAboveMenu
          ? 'max-lg:bottom-[calc(3.75rem+env(safe-area-inset-bottom))]'
          : 'max-lg:bottom-0 max-lg:pb-[max(0.625rem,env(safe-area-inset-bottom))]',
      )}
    >
      <p role="status" className="w-full text-sm font-medium text-waiting empty:hidden">
        {isOutcomeUnknown &&
          (isOffline
            ? "You're offline. We'll send your booking again once you're connected; you won't be booked twice."
            : "We didn't get a response. Try again; you won't be booked twice.")}
      </p>
      {services.length > 0 && (
        <p className="figures leading-tight lg:hidden">
          <span className="block font-display text-lg font-bold">
            {money(price ?? services[0]?.price)}
          </span>
          <span className="text-sm whitespace-nowrap text-ink-soft">
            {displayDuration(sumDurations(services))}
          </span>
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        pending={isBusy}
        pendingLabel="Booking..."
        className="min-w-0 flex-1"
      >
        Book Appointment
      </Button>
    </div>
  );
}
