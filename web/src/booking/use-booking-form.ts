import type { Service } from '@curbwrench/contract/services/schemas';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useBusiness } from '../business/queries.ts';
import { useSessionUser } from '../session/queries.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useVehicles } from '../vehicles/queries.ts';
import { saveDraft } from './booking-draft.ts';
import { useBookingRules } from './booking-rules.ts';
import {
  listChosenServices,
  type Booker,
  type BookingValues,
  type ValidBooking,
} from './booking-form-values.ts';
import { useSlots } from './queries.ts';
import { getUnavailableTimeProblem } from './time-field.tsx';
import { useSubmitVisitorBooking } from './use-submit-visitor-booking.ts';
import { useSubmitBooking } from './use-submit-booking.ts';

interface BookingFormOptions {
  readonly booker: Booker;
  readonly services: readonly Service[];
  /** `yyyy-MM-dd` in the business's time zone. */
  readonly today: string;
  readonly initial: BookingValues;
  /** Asks a visitor to sign in. */
  readonly openSignIn: () => void;
  /** Shows the next available times, after the chosen one was taken. */
  readonly onTimeTaken: () => void;
  /** The displayed price, once it is known. */
  readonly shownPrice: string | undefined;
}

const importSchema = () => import('./booking-form-schema.ts');

let schema: ReturnType<typeof importSchema> | null = null;

/**
 * Loads the form's validation; after a failure, the next call tries again. Callers share one promise, because
 * the browser may resolve several imports of the same module in any order, and a change must be validated after
 * the submission that it follows.
 */
function loadSchema(): ReturnType<typeof importSchema> {
  schema ??= importSchema().catch((error: unknown) => {
    schema = null;
    throw error;
  });
  return schema;
}

/** Sets values in the form and, from the first submission on, also validates them. */
export type ChangeValues = <Field extends keyof BookingValues>(
  changes: Pick<BookingValues, Field>,
) => void;

/**
 * Manages the booking form's values and options. A selected option that is no longer available is cleared.
 * Every change is saved as this tab's draft.
 */
export function useBookingForm({
  booker,
  services,
  today,
  initial,
  openSignIn,
  onTimeTaken,
  shownPrice,
}: BookingFormOptions) {
  const user = useSessionUser();
  const isOfficeStaff = booker === 'office';
  const rules = useBookingRules(isOfficeStaff);
  const form = useForm<BookingValues, unknown, ValidBooking>({
    resolver: async (current, ...others) => {
      // A copy, because the person may change the form while the schema loads, and the submitted values must be used.
      const submitted = { ...current };
      const { bookingResolver } = await loadSchema();
      return bookingResolver(booker, today, rules)(submitted, ...others);
    },
    defaultValues: initial,
    shouldFocusError: false,
  });
  const { control, setValue, getValues, trigger } = form;
  const isChanged = useRef(false);
  const values = useWatch({ control, compute: (current: BookingValues) => current });
  const { errors, isSubmitted, isSubmitting } = form.formState;

  const customerId = values.customerId ?? undefined;
  const isCustomerKnown = booker === 'customer' || customerId !== undefined;
  const vehicles = useVehicles({ customerId, enabled: isCustomerKnown });
  const chosenServices = listChosenServices(services, values);
  const slots = useSlots({ date: values.date, serviceIds: chosenServices.map(({ id }) => id) });
  const signedInBooking = useSubmitBooking({
    user,
    services,
    getValues,
    openSignIn,
    onTimeTaken,
    shownPrice,
  });
  const visitorBooking = useSubmitVisitorBooking({
    services,
    shownPrice,
    openSignIn,
    onTimeTaken,
  });
  const { question, isOffline } = signedInBooking;
  const { visitorsCanBook } = useBusiness();
  const { submit, isBusy, isOutcomeUnknown, discard } =
    booker === 'visitor' && visitorsCanBook ? visitorBooking : signedInBooking;

  const isHydrated = useHydrated();
  useEffect(() => {
    // Before hydration, the stored draft has not been read yet.
    if (isHydrated) saveDraft(sessionStorage, user?.id ?? null, values);
  }, [isHydrated, user?.id, values]);

  // A vehicle that is not offered (because it is another customer's, or no longer in use) is cleared.
  const activeVehicles = vehicles.data?.filter(({ isActive }) => isActive);
  const isVehicleUnavailable =
    activeVehicles !== undefined &&
    values.vehicleId !== null &&
    !activeVehicles.some(({ id }) => id === values.vehicleId);
  useEffect(() => {
    if (isVehicleUnavailable) setValue('vehicleId', null);
  }, [isVehicleUnavailable, setValue]);

  // If there is only one vehicle, it is selected automatically.
  const onlyVehicleId =
    activeVehicles?.length === 1 && values.newCustomer === null ? activeVehicles[0]?.id : undefined;
  const shouldSelectOnlyVehicle = onlyVehicleId !== undefined && values.vehicleId === null;
  useEffect(() => {
    if (shouldSelectOnlyVehicle) setValue('vehicleId', onlyVehicleId);
  }, [shouldSelectOnlyVehicle, onlyVehicleId, setValue]);

  // A time that is no longer free is cleared with a message. This is skipped while a booking is in flight or
  // got no response, because the booking may have taken the time itself.
  const [unavailableTimeProblem, setUnavailableTimeProblem] = useState<string | null>(null);
  const reason =
    slots.data === undefined || isBusy || isOutcomeUnknown
      ? null
      : getUnavailableTimeProblem(slots.data, values.date, values.startTime, isOfficeStaff);
  if (reason !== null && reason !== unavailableTimeProblem) setUnavailableTimeProblem(reason);
  useEffect(() => {
    if (reason !== null) setValue('startTime', '');
  }, [reason, setValue]);

  // A change during a submission is validated too, since the schema may still be loading.
  const shouldValidateChanges = isSubmitted || isSubmitting;
  const latest = useRef({ shouldValidateChanges, isOutcomeUnknown, discard });
  useLayoutEffect(() => {
    latest.current = { shouldValidateChanges, isOutcomeUnknown, discard };
  });
  // A stable function, so memoized fields do not re-render.
  const change: ChangeValues = useCallback(
    (changes) => {
      // Fetches the validation early, so that the form can be submitted after the connection is lost.
      if (!isChanged.current) void loadSchema().catch(() => {});
      isChanged.current = true;
      const fields = Object.keys(changes) as (keyof typeof changes)[];
      for (const field of fields) {
        setValue<keyof BookingValues>(field, changes[field], { shouldDirty: true });
      }
      // If the schema cannot be loaded, the submission reports it.
      if (latest.current.shouldValidateChanges) void trigger(fields).catch(() => {});
      if ('startTime' in changes || 'date' in changes) setUnavailableTimeProblem(null);
      if (latest.current.isOutcomeUnknown) latest.current.discard();
    },
    [setValue, trigger],
  );

  return {
    form,
    values,
    chosenServices,
    errors,
    change,
    vehicles,
    isCustomerKnown,
    slots,
    unavailableTimeProblem,
    submit,
    question,
    codeRequest: visitorBooking.codeRequest,
    rules,
    isBusy,
    isOutcomeUnknown,
    isOffline,
  };
}
