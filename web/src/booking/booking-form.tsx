import { gateCodeTexts, jobDetailRules } from '@curbwrench/contract/appointments/job-details';
import type { Service } from '@curbwrench/contract/services/schemas';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { useBusiness } from '../business/queries.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { usePersonName } from '../people/person-queries.ts';
import { AddressField } from '../places/address-field.tsx';
import { Field } from '../ui/field.tsx';
import { LazyDialog, LazyPart } from '../ui/lazy-boundary.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextArea, TextInput } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { bookingFields, type Booker, type BookingValues } from './booking-form-values.ts';
import { BookingSummary } from './booking-summary.tsx';
import { CustomerFields } from './customer-fields.tsx';
import { DateField } from './date-field.tsx';
import { FieldFrame, focusField, FormSection } from './form-section.tsx';
import { ServiceFields } from './service-fields.tsx';
import { bookingSteps, StepIndicator } from './step-indicator.tsx';
import { SubmitBar } from './submit-bar.tsx';
import { TimeField } from './time-field.tsx';
import { useBookingForm } from './use-booking-form.ts';
import { getVehicleText, VehicleField } from './vehicle-field.tsx';

// Loaded on demand, since few people open this dialog.
const AddVehicleDialog = lazyComponent(
  async () => (await import('../vehicles/add-vehicle-dialog.tsx')).AddVehicleDialog,
);
// Loaded after the first paint, or when they are needed.
const BookingPrice = lazyComponent(async () => (await import('./booking-price.tsx')).BookingPrice);
const AreaAnswer = lazyComponent(async () => (await import('./area-answer.tsx')).AreaAnswer);
const ConfirmBookingDialog = lazyComponent(
  async () => (await import('./confirm-booking-dialog.tsx')).ConfirmBookingDialog,
);
const SignInDialog = lazyComponent(async () => (await import('./sign-in-dialog.tsx')).SignInDialog);

interface BookingFormProps {
  booker: Booker;
  services: readonly Service[];
  /** `yyyy-MM-dd` in the business's time zone. */
  today: string;
  initial: BookingValues;
}

/** Renders the 'Book Service' form, with its steps and its summary. */
export function BookingForm({ booker, services, today, initial }: BookingFormProps) {
  const isHydrated = useHydrated();
  const element = useRef<HTMLFormElement>(null);
  const [isAddingVehicle, setAddingVehicle] = useState(false);
  const stopAddingVehicle = () => setAddingVehicle(false);
  const [isSignInOpen, setSignInOpen] = useState(false);
  const closeSignIn = () => setSignInOpen(false);
  const [price, setPrice] = useState<string>();
  const {
    form,
    values,
    chosenServices,
    errors,
    change,
    vehicles,
    isOwnerKnown,
    slots,
    unavailableTimeProblem,
    submit,
    question,
    rules,
    isBusy,
    isOutcomeUnknown,
  } = useBookingForm({
    booker,
    services,
    today,
    initial,
    openSignIn: () => setSignInOpen(true),
    shownPrice: price,
  });
  useEffect(() => {
    if (booker === 'visitor') void SignInDialog.preload();
  }, [booker]);
  const pickDate = useCallback((date: string) => change({ date }), [change]);
  const { timeZone } = useBusiness();
  const customerName = usePersonName(values.customerId);
  const [service] = chosenServices;
  const { newCaller } = values;
  const vehicle = vehicles.data?.find(({ id }) => id === values.vehicleId);

  function focusFirstError(errorsByField: FieldErrors<BookingValues>) {
    const first = bookingFields.find((field) => errorsByField[field]);
    if (first !== undefined) focusField(element.current, first);
  }

  return (
    <>
      <StepIndicator steps={bookingSteps(values, booker)} />
      <form
        ref={element}
        noValidate
        aria-label="Book a service"
        // Anything typed before the page is hydrated would be lost.
        inert={!isHydrated}
        onSubmit={(event) => {
          if (isBusy) event.preventDefault();
          else form.handleSubmit(submit, focusFirstError)(event).catch(showValidationNotLoaded);
        }}
        className="mt-7 flex flex-col gap-x-10 gap-y-7 lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start"
      >
        <div className="grid min-w-0 gap-7">
          <FormSection title="Service Details">
            {booker === 'dispatch' && (
              <FieldFrame field="customerId">
                <CustomerFields values={values} errors={errors} onValueChange={change} />
              </FieldFrame>
            )}
            {values.newCaller === null && (
              <FieldFrame field="vehicleId">
                <VehicleField
                  booker={booker}
                  isOwnerKnown={isOwnerKnown}
                  query={vehicles}
                  value={vehicle?.id ?? null}
                  error={errors.vehicleId?.message}
                  onValueChange={(vehicleId) => change({ vehicleId })}
                  onAdd={() => setAddingVehicle(true)}
                />
              </FieldFrame>
            )}
            <ServiceFields
              services={services}
              booker={booker}
              values={values}
              error={errors.serviceId?.message}
              onValueChange={change}
            />
          </FormSection>

          <FormSection title="Schedule">
            <div className="grid gap-x-8 gap-y-6 md:grid-cols-[auto_minmax(0,1fr)]">
              <FieldFrame field="date">
                <DateField
                  today={today}
                  value={values.date}
                  error={errors.date?.message}
                  rules={rules}
                  onValueChange={pickDate}
                />
              </FieldFrame>
              <FieldFrame field="startTime">
                <TimeField
                  query={slots}
                  prerequisite={getTimesPrerequisite(values)}
                  value={values.startTime}
                  error={errors.startTime?.message}
                  unavailableTimeProblem={unavailableTimeProblem}
                  timeZone={timeZone}
                  isDispatcher={booker === 'dispatch'}
                  onValueChange={(startTime) => change({ startTime })}
                />
              </FieldFrame>
            </div>
            <FieldFrame field="location">
              <AddressField
                label="Service Location"
                hint="Provide the complete address where the mechanic should meet you"
                error={errors.location?.message}
                address={values.location}
                place={values.place}
                isOwnAddress={booker !== 'dispatch'}
                customerId={values.customerId ?? undefined}
                onValueChange={change}
              >
                {values.location !== '' && (
                  <div aria-live="polite">
                    <LazyPart>
                      <AreaAnswer booker={booker} values={values} />
                    </LazyPart>
                  </div>
                )}
              </AddressField>
            </FieldFrame>
            <FieldFrame field="gateCode">
              <Field
                label={gateCodeTexts.label}
                optional
                hint={gateCodeTexts.hint}
                error={errors.gateCode?.message}
              >
                {(control) => (
                  <TextInput
                    {...control}
                    autoComplete="off"
                    maxLength={jobDetailRules.gateCode.max}
                    value={values.gateCode}
                    onChange={({ target }) => change({ gateCode: target.value })}
                  />
                )}
              </Field>
            </FieldFrame>
          </FormSection>

          <FormSection title="Confirmation">
            <FieldFrame field="notes">
              <Field label="Additional Notes" optional error={errors.notes?.message}>
                {(control) => (
                  <TextArea
                    {...control}
                    maxLength={jobDetailRules.notes.max}
                    value={values.notes}
                    onChange={({ target }) => change({ notes: target.value })}
                  />
                )}
              </Field>
            </FieldFrame>
          </FormSection>
        </div>

        <div className="contents lg:sticky lg:top-6 lg:grid lg:gap-4">
          <BookingSummary
            services={chosenServices}
            price={
              service && (
                <LazyPart skeleton={<Skeleton className="mt-1 h-16 w-40" />}>
                  <BookingPrice
                    services={chosenServices}
                    booker={booker}
                    customerId={values.customerId ?? undefined}
                    values={values}
                    onPrice={setPrice}
                  />
                </LazyPart>
              )
            }
            customer={newCaller ? `${newCaller.firstName} ${newCaller.lastName}` : customerName}
            vehicle={
              newCaller
                ? `${newCaller.year} ${newCaller.make} ${newCaller.model}`.trim()
                : vehicle && getVehicleText(vehicle)
            }
            date={values.date}
            startTime={values.startTime}
            address={values.location}
          />
          <SubmitBar
            services={chosenServices}
            price={price}
            isBusy={isBusy}
            isOutcomeUnknown={isOutcomeUnknown}
            isAboveMenu={booker !== 'visitor'}
          />
        </div>
      </form>
      {isSignInOpen && (
        <LazyDialog onClose={closeSignIn}>
          <SignInDialog onClose={closeSignIn} />
        </LazyDialog>
      )}
      {question && (
        <LazyDialog onClose={question.discard}>
          <ConfirmBookingDialog
            about={question.about}
            sentence={question.sentence}
            isBusy={isBusy}
            onConfirm={question.confirm}
            onClose={question.discard}
          />
        </LazyDialog>
      )}
      {isAddingVehicle && (
        <LazyDialog onClose={stopAddingVehicle}>
          <AddVehicleDialog
            customerId={values.customerId ?? undefined}
            onAdded={(vehicleId) => change({ vehicleId })}
            onClose={stopAddingVehicle}
          />
        </LazyDialog>
      )}
    </>
  );
}

/** Reports that the code that validates the form could not be fetched. */
function showValidationNotLoaded(): void {
  showToast({
    title: 'Booking failed',
    description: 'The connection was lost. Nothing was booked; please try again.',
    destructive: true,
  });
}

/** Returns what to select first: time slots depend on the services' duration and the day. */
function getTimesPrerequisite({ serviceId, date }: BookingValues): string | null {
  if (serviceId === null && date === '')
    return 'Select a service and a date to see available times.';
  if (serviceId === null) return 'Select a service to see available times.';
  return date === '' ? 'Select a date to see available times.' : null;
}
