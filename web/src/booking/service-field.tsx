import { displayDuration } from '@curbwrench/contract/fields/calendar';
import { maxServices } from '@curbwrench/contract/scheduling/requested-services';
import type { Service } from '@curbwrench/contract/services/schemas';
import { useId, useState } from 'react';
import { useMoney } from '../business/money.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { FieldError } from '../ui/field.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import {
  listChosenServices,
  toggleService,
  type Booker,
  type BookingValues,
} from './booking-form-values.ts';
import { choiceLabelClass, choiceRowClass } from './choice-row.ts';

// Loaded after the first paint.
const PlanNote = lazyComponent(async () => (await import('../plans/plan-note.tsx')).PlanNote);

interface ServiceFieldProps {
  services: readonly Service[];
  booker: Booker;
  values: BookingValues;
  error: string | undefined;
  onValueChange: (changes: Pick<BookingValues, 'serviceId' | 'additionalServiceIds'>) => void;
}

/**
 * Lists all services with their prices and durations; one or several can be chosen. If some are preselected, for
 * example by a link, only those are listed until the person expands the list.
 */
export function ServiceField({
  services,
  booker,
  values,
  error,
  onValueChange,
}: ServiceFieldProps) {
  const baseId = useId();
  const chosenServices = listChosenServices(services, values);
  const isFull = chosenServices.length >= maxServices;
  const [initiallyChosenServices] = useState(chosenServices);
  const [isListOpen, setListOpen] = useState(false);
  const isShortened =
    !isListOpen &&
    chosenServices.length > 0 &&
    initiallyChosenServices.length > 0 &&
    initiallyChosenServices.length < services.length;
  const listedServices = isShortened
    ? services.filter(({ id }) => initiallyChosenServices.some((service) => service.id === id))
    : services;
  return (
    <div
      role="group"
      aria-labelledby={`${baseId}-label`}
      aria-describedby={`${baseId}-hint ${baseId}-error`}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p id={`${baseId}-label`} className="font-semibold">
          Service Type
        </p>
        <p id={`${baseId}-hint`} className="text-sm text-ink-soft empty:hidden">
          {services.length > 1 &&
            (isFull
              ? `You can book up to ${maxServices} services in one appointment.`
              : 'Choose one or more.')}
        </p>
      </div>
      <ul className="grid gap-2 md:grid-cols-2">
        {listedServices.map((service) => {
          const isChosen = chosenServices.some(({ id }) => id === service.id);
          return (
            <li key={service.id} className={choiceRowClass}>
              <ServiceRow
                service={service}
                isChosen={isChosen}
                isDisabled={isFull && !isChosen}
                onToggle={() => onValueChange(toggleService(services, values, service.id))}
              />
              {isChosen && (
                <div className="px-3 pb-2 pl-11 empty:hidden">
                  <LazyPart>
                    <PlanNote
                      service={service}
                      booker={booker}
                      customerId={values.customerId ?? undefined}
                    />
                  </LazyPart>
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {isShortened && (
        <Button size="sm" className="self-start" onClick={() => setListOpen(true)}>
          Show all {services.length} services
        </Button>
      )}
      <FieldError id={`${baseId}-error`}>{error}</FieldError>
    </div>
  );
}

interface ServiceRowProps {
  service: Service;
  isChosen: boolean;
  isDisabled: boolean;
  onToggle: () => void;
}

function ServiceRow({ service, isChosen, isDisabled, onToggle }: ServiceRowProps) {
  const id = useId();
  const money = useMoney();
  return (
    <label className={classNames(choiceLabelClass, 'items-start')}>
      <input
        type="checkbox"
        value={service.id}
        checked={isChosen}
        disabled={isDisabled}
        onChange={onToggle}
        aria-labelledby={`${id}-name ${id}-price`}
        aria-describedby={`${id}-details`}
        className="size-5 shrink-0"
      />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="flex items-baseline justify-between gap-3">
          <span id={`${id}-name`} className="min-w-0 font-medium wrap-anywhere">
            {service.name}
          </span>
          <span id={`${id}-price`} className="figures font-medium">
            {money(service.price)}
          </span>
        </span>
        <span
          id={`${id}-details`}
          className={classNames('block text-sm', !isDisabled && 'text-ink-soft')}
        >
          <span className="figures mt-0.5 block">{durationText(service.duration)}</span>
          {isChosen && <span className="mt-1 block leading-snug">{service.description}</span>}
        </span>
      </span>
    </label>
  );
}

/** Returns a number of minutes as text: '1 minute', '45 minutes'; a long one also in hours: '150 minutes (2h 30m)'. */
export function durationText(minutes: number): string {
  const hours = minutes > 90 ? ` (${displayDuration(minutes)})` : '';
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}${hours}`;
}
