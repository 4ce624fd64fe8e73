import type { LinkedAppointment } from '@curbwrench/contract/appointment-links/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayDay, displayTime } from '@curbwrench/contract/fields/calendar';
import { CalendarDays, Car, MapPin, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { StatusBadge } from '../appointments/card/status-badge.tsx';
import { missingMechanicLabelsForCustomers } from '../appointments/card/job-fields.tsx';
import { getCancellationTerms } from '../appointments/details/cancellation-terms.ts';
import { useMoney } from '../business/money.ts';
import { useBusiness } from '../business/queries.ts';
import { useToday } from '../business/today.ts';
import { displayInstantIn } from '../lib/business-time.ts';
import { useLineAmount } from '../payments/line-amount.ts';
import { JourneySteps } from '../tracking/journey-steps.tsx';
import { Panel } from '../ui/panel.tsx';
import { PhoneText } from '../ui/phone-text.tsx';
import { useNow } from '../ui/use-now.ts';
import { BookedSteps } from './booked-steps.tsx';
import { LinkActions } from './link-actions.tsx';
import { LinkReview } from './link-review.tsx';
import { getServicesText } from './link-page-state.ts';
import { LinkSettings } from './link-settings.tsx';

interface LinkedAppointmentViewProps {
  token: string;
  appointment: LinkedAppointment;
  /** Called when the link was replaced or turned off, with the message for its holder. */
  onLinkEnded: (message: string) => void;
}

/** Shows the linked appointment in one column: services, time, location, mechanic, actions, progress and price. */
export function LinkedAppointmentView({
  token,
  appointment,
  onLinkEnded,
}: LinkedAppointmentViewProps) {
  // Shown first, since the message that asks for a review links to this page.
  const needsReview = appointment.status === 'completed' && appointment.review === null;
  const review = appointment.status === 'completed' && (
    <LinkReview token={token} appointment={appointment} />
  );
  return (
    <div className="mx-auto grid w-full max-w-xl gap-5">
      <header>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
          <span className="figures">{displayId(appointment.id)}</span>
          <StatusBadge status={appointment.status} />
        </p>
        <h1 className="mt-2 text-2xl wrap-anywhere sm:text-3xl">{getServicesText(appointment)}</h1>
      </header>
      {needsReview && review}
      <BookedSteps appointment={appointment} />
      <Facts appointment={appointment} />
      <LinkActions token={token} appointment={appointment} />
      {!needsReview && review}
      <Panel title="Progress">
        <JourneySteps steps={appointment.steps} />
      </Panel>
      <PriceAndTerms appointment={appointment} />
      <LinkSettings
        token={token}
        isOver={appointment.isOver}
        document={appointment.document}
        canReview={needsReview}
        canRenew={appointment.canRenew}
        onLinkEnded={onLinkEnded}
      />
    </div>
  );
}

function Facts({ appointment }: { appointment: LinkedAppointment }) {
  const today = useToday();
  const { date, startTime, endTime, address, vehicle, mechanicName, isOver } = appointment;
  return (
    <Panel>
      <dl className="grid gap-4">
        <Fact label="When" icon={<CalendarDays className="size-5" aria-hidden />}>
          <span className="figures text-lg leading-snug font-semibold">
            {displayDay(date, today)}
          </span>
          <span className="figures">
            {displayTime(startTime)} to {displayTime(endTime)}
          </span>
        </Fact>
        <Fact label="Where" icon={<MapPin className="size-5" aria-hidden />}>
          <span className="wrap-anywhere">{address}</span>
        </Fact>
        <Fact label="Vehicle" icon={<Car className="size-5" aria-hidden />}>
          <span className="wrap-anywhere">
            {vehicle.year} {vehicle.make} {vehicle.model}
          </span>
        </Fact>
        {(mechanicName !== null || !isOver) && (
          <Fact label="Mechanic" icon={<UserRound className="size-5" aria-hidden />}>
            <span className="wrap-anywhere">
              {mechanicName ?? missingMechanicLabelsForCustomers.whenUnassigned}
            </span>
          </Fact>
        )}
      </dl>
    </Panel>
  );
}

function Fact({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <dt className="contents">
        <span className="mt-0.5 text-ink-soft">{icon}</span>
        <span className="sr-only">{label}</span>
      </dt>
      <dd className="col-start-2 row-start-1 flex flex-col">{children}</dd>
    </div>
  );
}

function PriceAndTerms({ appointment }: { appointment: LinkedAppointment }) {
  const money = useMoney();
  const lineAmount = useLineAmount();
  const { timeZone, phone } = useBusiness();
  const { lines, price, changeUntil, cancellationCutoffHours, actions } = appointment;
  return (
    <Panel title="Price and terms">
      <dl className="grid gap-2">
        {lines.map((line) => (
          <div key={line.position} className="flex items-baseline justify-between gap-4">
            <dt className="min-w-0 text-ink-soft wrap-anywhere">{line.description}</dt>
            <dd className="figures whitespace-nowrap">{lineAmount(line)}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2">
          <dt className="font-semibold">Total</dt>
          <dd className="figures font-display text-xl font-bold">{money(price)}</dd>
        </div>
      </dl>
      <p className="mt-3 text-sm text-ink-soft">
        <PhoneText>
          {getCancellationTerms({
            isCustomer: true,
            canChange: actions.length > 0,
            isDeadlinePast: useNow() > Date.parse(changeUntil),
            noticeHours: cancellationCutoffHours,
            deadline: displayInstantIn(timeZone, changeUntil),
            phone,
          })}
        </PhoneText>
      </p>
    </Panel>
  );
}
