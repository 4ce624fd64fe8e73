import type { Service } from '@curbwrench/contract/services/schemas';
import { useMoney } from '../business/money.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { sumDurations } from './booking-form-values.ts';
import { durationText } from './service-field.tsx';

interface SubmitBarProps {
  services: readonly Service[];
  /** The booking's price, once it is known. */
  price: string | undefined;
  isBusy: boolean;
  /** Whether the last submission got no response; submitting again is safe. */
  isOutcomeUnknown: boolean;
  /** Whether the phone layout has a menu at the bottom, as it does for a signed-in person. */
  isAboveMenu: boolean;
}

/** Renders the submit button. On a phone it stays visible at the bottom while the form is filled in. */
export function SubmitBar({
  services,
  price,
  isBusy,
  isOutcomeUnknown,
  isAboveMenu,
}: SubmitBarProps) {
  const money = useMoney();
  return (
    <div
      className={classNames(
        'sticky z-10 -mx-4 -mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-sheet px-4 py-2.5 sm:-mx-6 sm:-mb-8 sm:px-6',
        // On a desktop, the bar is above the summary, so that it is visible however long the summary gets.
        'lg:static lg:order-first lg:m-0 lg:border-0 lg:bg-transparent lg:p-0',
        isAboveMenu
          ? 'bottom-[calc(3.75rem+env(safe-area-inset-bottom))]'
          : 'bottom-0 pb-[max(0.625rem,env(safe-area-inset-bottom))] lg:pb-0',
      )}
    >
      <p role="status" className="w-full text-sm font-medium text-waiting empty:hidden">
        {isOutcomeUnknown && "We didn't get a response. Try again; you won't be booked twice."}
      </p>
      {services.length > 0 && (
        <p className="figures leading-tight lg:hidden">
          <span className="block font-display text-lg font-bold">
            {money(price ?? services[0]?.price)}
          </span>
          <span className="text-sm whitespace-nowrap text-ink-soft">
            {durationText(sumDurations(services))}
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
