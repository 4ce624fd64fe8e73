import type { Service } from '@curbwrench/contract/services/schemas';
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
  /** `yyyy-MM-dd` in the business's time zone. */
  readonly today: string;
  readonly initial: BookingValues;
  /** Asks a visitor to sign in. */
  readonly askToSignIn: () => void;
  /** The displayed price, once it is known. */
  readonly shownPrice: string | undefined;
}

/** Sets values in the form; after a first submission it also validates them. */
export type Change = <Field extends keyof BookingValues>(
  chosen: Pick<BookingValues, Field>,
) => void;

/**
 * Manages the booking form's values and the choices it offers: a choice that is no longer offered is
 * cleared. Every change is stored as the tab's draft.
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
    // Before that, the stored draft has not been read yet.
    if (isHydrated) saveDraft(sessionStorage, user?.id ?? null, values);
  }, [isHydrated, user?.id, values]);

  // A vehicle that is not offered (another customer's, or one removed from use) is cleared.
  const offered = vehicles.data?.filter(({ isActive }) => isActive);
  const isVehicleGone =
    offered !== undefined &&
    values.vehicleId !== null &&
    !offered.some(({ id }) => id === values.vehicleId);
  useEffect(() => {
    if (isVehicleGone) setValue('vehicleId', null);
  }, [isVehicleGone, setValue]);

  // A time that someone else took, or that is not free on the day just picked, is cleared with a message.
  // Not while a booking is in flight or unanswered, which may have taken the time itself.
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
  // Always the same function, so that a field whose value stays the same isn't rendered again.
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
