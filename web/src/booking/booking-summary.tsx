import { displayDay, displayTime } from '@curbwrench/contract/fields/calendar';
import { calculateEndTime } from '@curbwrench/contract/scheduling/booking-rules';
import type { Service } from '@curbwrench/contract/services/schemas';
import { servicesText } from '@curbwrench/contract/services/services-text';
import { CalendarX2, MapPinned, UserRoundCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useToday } from '../business/today.ts';
import { useBusiness } from '../business/queries.ts';
import { getHoursUntil } from '../lib/business-time.ts';
import { Panel } from '../ui/panel.tsx';
import { useNow } from '../ui/use-now.ts';
import { sumDurations, type Booker } from './booking-form-values.ts';
import { formatCancellationTerms, formatCustomerTerms } from './cancellation-terms.ts';
import { durationText } from './service-field.tsx';

interface BookingSummaryProps {
  booker: Booker;
  services: readonly Service[];
  /** The price and its breakdown. */
  price: ReactNode;
  /** This property and those below are undefined or '' until they are selected. */
  customer: string | undefined;
  vehicle: string | undefined;
  date: string;
  startTime: string;
  address: string;
}

/** Shows what is about to be booked, and what happens next. */
export function BookingSummary({
  booker,
  services,
  price,
  customer,
  vehicle,
  ...details
}: BookingSummaryProps) {
  const business = useBusiness();
  const today = useToday();
  const now = useNow();
  const [service] = services;
  const isForCustomer = booker === 'office';
  return (
    <Panel title="Booking Summary" className="lg:min-h-0 lg:overflow-y-auto">
      {service ? (
        <>
          <p className="font-semibold">{servicesText(service.name, services.length - 1)}</p>
          {price}
        </>
      ) : (
        <p className="text-ink-soft">Select a service to see its price.</p>
      )}
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-t border-line pt-4 empty:hidden">
        <Detail name="Duration">{service && durationText(sumDurations(services))}</Detail>
        <Detail name="Customer">{customer}</Detail>
        <Detail name="Vehicle">{vehicle}</Detail>
        <Detail name="Date">{details.date && displayDay(details.date, today)}</Detail>
        <Detail name="Time">
          {details.startTime && formatTimes(details.startTime, sumDurations(services))}
        </Detail>
        <Detail name="Location">{details.address.trim()}</Detail>
      </dl>
      <ul className="mt-4 grid gap-2.5 border-t border-line pt-4 text-sm text-ink-soft">
        <li className="flex gap-2.5">
          <UserRoundCheck className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-hidden />
          A mechanic will be assigned once {isForCustomer ? 'the' : 'your'} appointment is
          confirmed.
        </li>
        <li className="flex gap-2.5">
          <MapPinned className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-hidden />
          {isForCustomer
            ? "The customer can track the mechanic's arrival on the day of the service."
            : "You can track your mechanic's arrival on the day of the service."}
        </li>
        {business.name !== '' && (
          <li className="flex gap-2.5">
            <CalendarX2 className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-hidden />
            {isForCustomer
              ? formatCustomerTerms(business.cancellationCutoffHours)
              : formatCancellationTerms(
                  business.cancellationCutoffHours,
                  details.date && details.startTime
                    ? getHoursUntil(business.timeZone, details.date, details.startTime, now)
                    : undefined,
                )}
          </li>
        )}
      </ul>
    </Panel>
  );
}

/** Returns a job's times: '10:00 AM – 11:30 AM'. */
function formatTimes(startTime: string, duration: number): string {
  const end = duration > 0 ? calculateEndTime(startTime, duration) : null;
  return `${displayTime(startTime)}${end === null ? '' : ` – ${displayTime(end)}`}`;
}

/** Renders a line of the summary, or nothing if it has no content. */
function Detail({ name, children }: { name: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="figures text-right font-medium wrap-anywhere">{children}</dd>
    </>
  );
}
