import { jobDetailRules } from '@curbwrench/contract/appointments/job-details';
import type { Service } from '@curbwrench/contract/services/schemas';
import { useEffect, useRef, useState } from 'react';
import { useBusiness } from '../business/queries.ts';
import type { NewCustomer } from '../customers/new-customer.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { usePersonName } from '../people/person-queries.ts';
import { Field } from '../ui/field.tsx';
import { LazyDialog, LazyPart } from '../ui/lazy-boundary.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextArea } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import type { Booker, BookingValues } from './booking-form-values.ts';
import { BookingSummary } from './booking-summary.tsx';
import { CustomerFields } from './customer-fields.tsx';
import { FieldFrame, FormSection, useErrorFocus, useFocusNextTimes } from './form-section.tsx';
import { LocationField } from './location-field.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { ServiceField } from './service-field.tsx';
import { bookingSteps, StepIndicator } from './step-indicator.tsx';
import { SubmitBar } from './submit-bar.tsx';
import { useBookingForm } from './use-booking-form.ts';
import { getVehicleText, VehicleField } from './vehicle-field.tsx';

// Loaded on demand, since few people open this dialog.
const AddVehicleDialog = lazyComponent(
  async () => (await import('../vehicles/add-vehicle-dialog.tsx')).AddVehicleDialog,
);
// Loaded after the first paint, or when they are needed.
const BookingPrice = lazyComponent(async () => (await import('./booking-price.tsx')).BookingPrice);
const ConfirmBookingDialog = lazyComponent(
  async () => (await import('./confirm-booking-dialog.tsx')).ConfirmBookingDialog,
);
const SignInDialog = lazyComponent(async () => (await import('./sign-in-dialog.tsx')).SignInDialog);

const VerificationCodeDialog = lazyComponent(
  async () => (await import('./verification-code-dialog.tsx')).VerificationCodeDialog,
);
// Loaded only for visitors.
const VisitorVehicleFields = lazyComponent(
  async () => (await import('./visitor-fields.tsx')).VisitorVehicleFields,
);
const VisitorContactFields = lazyComponent(
  async () => (await import('./visitor-fields.tsx')).VisitorContactFields,
);

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
  const { visitorsCanBook } = useBusiness();
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
    isCustomerKnown,
    slots,
    unavailableTimeProblem,
    submit,
    question,
    codeRequest,
    rules,
    isBusy,
    isOutcomeUnknown,
    isOffline,
  } = useBookingForm({
    booker,
    services,
    today,
    initial,
    openSignIn: () => setSignInOpen(true),
    onTimeTaken: useFocusNextTimes(element),
    shownPrice: price,
  });
  useEffect(() => {
    if (booker === 'visitor')
      void (visitorsCanBook ? VerificationCodeDialog : SignInDialog).preload();
  }, [booker, visitorsCanBook]);
  const focusFirstError = useErrorFocus(element, form.formState.submitCount);
  const customerName = usePersonName(values.customerId);
  const [service] = chosenServices;
  const { newCustomer } = values;
  const visitor = booker === 'visitor' &&
    visitorsCanBook &&
    newCustomer && {
      value: newCustomer,
      errors: errors.newCustomer,
      onValueChange: (value: NewCustomer) => change({ newCustomer: value }),
    };
  const vehicle = vehicles.data?.find(({ id }) => id === values.vehicleId);

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
          else form.handleSubmit(submit, focusFirstError)(event).catch(showValidationLoadFailure);
        }}
        className="mt-7 flex flex-col gap-x-10 gap-y-7 lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start"
      >
        <div className="grid min-w-0 gap-7">
          <FormSection title="Service Details">
            {booker === 'office' && (
              <FieldFrame field="customerId">
                <CustomerFields values={values} errors={errors} onValueChange={change} />
              </FieldFrame>
            )}
            <LocationField booker={booker} values={values} errors={errors} change={change} />
            {(values.newCustomer === null || booker === 'visitor') && (
              <FieldFrame field="vehicleId">
                <VehicleField
                  booker={booker}
                  isCustomerKnown={isCustomerKnown}
                  query={vehicles}
                  value={vehicle?.id ?? null}
                  error={errors.vehicleId?.message}
                  onValueChange={(vehicleId) => change({ vehicleId })}
                  onAdd={() => setAddingVehicle(true)}
                />
                {visitor && (
                  <LazyPart skeleton={<Skeleton className="mt-4 h-18" />}>
                    <VisitorVehicleFields {...visitor} />
                  </LazyPart>
                )}
              </FieldFrame>
            )}
            <FieldFrame field="serviceId">
              <ServiceField
                services={services}
                booker={booker}
                values={values}
                error={errors.serviceId?.message}
                onValueChange={change}
              />
            </FieldFrame>
          </FormSection>

          <FormSection title="Schedule">
            <ScheduleFields
              booker={booker}
              today={today}
              serviceIds={chosenServices.map(({ id }) => id)}
              values={values}
              errors={errors}
              change={change}
              slots={slots}
              rules={rules}
              unavailableTimeProblem={unavailableTimeProblem}
            />
          </FormSection>

          <FormSection title="Confirmation">
            {visitor && (
              <>
                <p className="mb-4 text-ink-soft">
                  We'll email you a code to confirm your email address. We need your phone number in
                  case the mechanic can't find you.
                </p>
                <LazyPart skeleton={<Skeleton className="h-42" />}>
                  <VisitorContactFields {...visitor} />
                </LazyPart>
              </>
            )}
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

        {/* No taller than the window, so that both the price and the button stay in view. */}
        <div className="contents lg:sticky lg:top-6 lg:flex lg:max-h-[calc(100dvh-3rem)] lg:flex-col">
          <BookingSummary
            booker={booker}
            services={chosenServices}
            price={
              service && (
                <LazyPart skeleton={<Skeleton className="mt-3 h-13" />}>
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
            customer={
              newCustomer ? `${newCustomer.firstName} ${newCustomer.lastName}`.trim() : customerName
            }
            vehicle={
              newCustomer
                ? `${newCustomer.year} ${newCustomer.make} ${newCustomer.model}`.trim()
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
            isOffline={isOffline}
            isAboveMenu={booker !== 'visitor'}
          />
        </div>
      </form>
      {isSignInOpen && (
        <LazyDialog onClose={closeSignIn}>
          <SignInDialog onClose={closeSignIn} />
        </LazyDialog>
      )}
      {codeRequest && (
        <LazyDialog onClose={codeRequest.discard}>
          <VerificationCodeDialog
            email={codeRequest.email}
            demoCode={codeRequest.demoCode}
            problem={codeRequest.problem}
            isBusy={codeRequest.isBusy}
            isSendingCode={codeRequest.isSendingCode}
            onConfirm={codeRequest.confirm}
            onSendAgain={codeRequest.sendAgain}
            onClose={codeRequest.discard}
          />
        </LazyDialog>
      )}
      {question && (
        <LazyDialog onClose={question.discard}>
          <ConfirmBookingDialog
            requiredConfirmation={question.requiredConfirmation}
            message={question.message}
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

/** Tells the person that the booking failed because the form's validation could not be loaded. */
function showValidationLoadFailure(): void {
  showToast({
    title: 'Booking failed',
    description: 'The connection was lost. Nothing was booked. Please try again.',
    destructive: true,
  });
}
