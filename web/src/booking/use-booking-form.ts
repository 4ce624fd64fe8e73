import type { Service } from '@curbwrench/contract/services';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useSessionUser } from '../session/queries.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useVehicles } from '../vehicles/queries.ts';
import { saveDraft } from './booking-draft.ts';
import type { Booker, BookingValues, CheckedBooking } from './booking-form-values.ts';
import { useSlots } from './queries.ts';
import { whyLost } from './time-field.tsx';
import { useSubmitBooking } from './use-submit-booking.ts';

interface BookingFormState {
  readonly booker: Booker;
  readonly services: readonly Service[];
  /** `yyyy-MM-dd` in the business's zone. */
  readonly today: string;
  readonly initial: BookingValues;
  /** Asks a visitor to sign in. */
  readonly askToSignIn: () => void;
  /** The price that is shown, once it is known. */
  readonly shownPrice: string | undefined;
}

/** Puts a choice into the form; once it was submitted, its mistakes are looked for as one types. */
export type Change = <Field extends keyof BookingValues>(
  chosen: Pick<BookingValues, Field>,
) => void;

/**
 * What the booking form holds, what it offers to choose from, and the two together: a choice that
 * is no longer on offer goes. Every change is kept as the tab's draft.
 */
export function useBookingForm({
  booker,
  services,
  today,
  initial,
  askToSignIn,
  shownPrice,
}: BookingFormState) {
  const user = useSessionUser();
  const form = useForm<BookingValues, unknown, CheckedBooking>({
    resolver: async (...given) => {
      const { bookingResolver } = await import('./booking-form-schema.ts');
      return bookingResolver(booker, today)(...given);
    },
    defaultValues: initial,
    shouldFocusError: false,
  });
  const { control, setValue, getValues } = form;
  const values = useWatch({ control, compute: (current: BookingValues) => current });
  const { errors, isSubmitted } = form.formState;

  const customerId = values.customerId ?? undefined;
  const isOwnerKnown = booker === 'customer' || customerId !== undefined;
  const vehicles = useVehicles({ customerId, enabled: isOwnerKnown });
  const slots = useSlots(values);
  const { submit, overlap, isBusy, isUnanswered, giveUp } = useSubmitBooking({
    user,
    services,
    valuesNow: getValues,
    askToSignIn,
    shownPrice,
  });

  const isHydrated = useHydrated();
  useEffect(() => {
    // Before, the draft that was kept is not read yet.
    if (isHydrated) saveDraft(sessionStorage, user?.id ?? null, values);
  }, [isHydrated, user?.id, values]);

  // A vehicle that is not among those offered (another customer's, one taken out of use) goes.
  const offered = vehicles.data?.filter(({ isActive }) => isActive);
  const isVehicleGone =
    offered !== undefined &&
    values.vehicleId !== null &&
    !offered.some(({ id }) => id === values.vehicleId);
  useEffect(() => {
    if (isVehicleGone) setValue('vehicleId', null);
  }, [isVehicleGone, setValue]);

  // A time that was taken by somebody else, or is not free on the day just picked, goes and says
  // so. Not while a booking is under way or unanswered, which may have taken the time itself.
  const [lost, setLost] = useState<string | null>(null);
  const reason =
    slots.data === undefined || isBusy || isUnanswered
      ? null
      : whyLost(slots.data, values.date, values.startTime);
  if (reason !== null && reason !== lost) setLost(reason);
  useEffect(() => {
    if (reason !== null) setValue('startTime', '');
  }, [reason, setValue]);

  const latest = useRef({ isSubmitted, isUnanswered, giveUp });
  useLayoutEffect(() => {
    latest.current = { isSubmitted, isUnanswered, giveUp };
  });
  // Always the same function, so that a field whose choice stays the same isn't drawn again.
  const change: Change = useCallback(
    (chosen) => {
      for (const field of Object.keys(chosen) as (keyof typeof chosen)[]) {
        setValue<keyof BookingValues>(field, chosen[field], {
          shouldDirty: true,
          shouldValidate: latest.current.isSubmitted,
        });
      }
      if ('startTime' in chosen || 'date' in chosen) setLost(null);
      if (latest.current.isUnanswered) latest.current.giveUp();
    },
    [setValue],
  );

  return {
    form,
    values,
    errors,
    change,
    vehicles,
    isOwnerKnown,
    slots,
    lost,
    submit,
    overlap,
    isBusy,
    isUnanswered,
  };
}
