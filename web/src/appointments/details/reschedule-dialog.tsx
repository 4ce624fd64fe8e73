import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { whyDateIsClosed } from '@curbwrench/contract/scheduling/booking-rules';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayDate, twelveHour } from '@curbwrench/contract/fields/calendar';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { ApiError } from '../../api/api-error.ts';
import { DateField } from '../../booking/date-field.tsx';
import { whyLost, TimeField } from '../../booking/time-field.tsx';
import { useBusiness } from '../../business/queries.ts';
import { useToday } from '../../business/today.ts';
import { useFormCall } from '../../forms/use-form-call.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { scheduleToasts } from '../actions/job-toasts.ts';
import { useChangeAppointment, useNewTimes } from '../queries.ts';

const sameTimeProblem = 'The appointment is already at that time.';

interface RescheduleDialogProps {
  appointment: AppointmentDetails;
  onClose: () => void;
}

/** Offers another day and its ten times, as the server would accept them. */
export function RescheduleDialog({ appointment, onClose }: RescheduleDialogProps) {
  const today = useToday();
  const { timeZone } = useBusiness();
  const { id, date: presentDate, startTime: presentTime } = appointment;
  const form = useForm({
    defaultValues: {
      date: whyDateIsClosed(presentDate, today) === null ? presentDate : '',
      startTime: '',
    },
  });
  const { errors } = form.formState;
  const [date, startTime] = useWatch({ control: form.control, name: ['date', 'startTime'] });
  const times = useNewTimes(id, date);
  const whyTimeIsLost = (time: string) => (times.data ? whyLost(times.data, date, time) : null);
  const lost = whyTimeIsLost(startTime);
  const chosen = lost === null ? startTime : '';
  const isPresent = date === presentDate && chosen === presentTime;
  const move = useChangeAppointment({
    onSuccess: (moved) => {
      showToast({
        title: scheduleToasts.start.success.title,
        description: `It is now on ${displayDate(moved.date)} at ${twelveHour(moved.startTime)}.`,
      });
      onClose();
    },
    onError: (error) => {
      if (isOverlap(error)) return;
      showToast(scheduleToasts.start.failure(error));
      void times.refetch();
    },
  });

  // The vehicle already has a booking then: submitting again moves the appointment anyway.
  const confirmsOverlap = isOverlap(move.error) && chosen !== '';
  const { handleSubmit, isPending, problem } = useFormCall(form, (newTime) =>
    move.mutateAsync({
      id,
      change: { ...newTime, ...(confirmsOverlap && { confirmOverlap: true }) },
    }),
  );

  /** Removes what the last attempt left: it was about another time. */
  function clearFailure() {
    form.clearErrors();
    if (move.isError) move.reset();
  }

  return (
    <FormDialog
      title={`Reschedule ${displayId(id)}`}
      description={`Now on ${displayDate(presentDate)} at ${twelveHour(presentTime)}`}
      wide
      className="grid gap-6 sm:grid-cols-[auto_minmax(0,1fr)]"
      action={confirmsOverlap ? 'Reschedule anyway' : 'Reschedule'}
      disabledReason={isPresent ? sameTimeProblem : null}
      pending={isPending}
      pendingLabel="Rescheduling..."
      cancel="Keep this time"
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="date"
        rules={{ required: 'Please select a date' }}
        render={({ field }) => (
          <DateField
            today={today}
            value={date}
            error={errors.date?.message}
            onValueChange={(next) => {
              field.onChange(next);
              form.setValue('startTime', '');
              clearFailure();
            }}
          />
        )}
      />
      <Controller
        control={form.control}
        name="startTime"
        rules={{
          validate: (time) =>
            (time !== '' && whyTimeIsLost(time) === null) || 'Please select a time',
        }}
        render={({ field }) => (
          <TimeField
            query={times}
            before={date === '' ? 'Choose a date first.' : null}
            value={chosen}
            error={isPresent ? sameTimeProblem : (errors.startTime?.message ?? problem)}
            lost={lost}
            timeZone={timeZone}
            onValueChange={(next) => {
              field.onChange(next);
              clearFailure();
            }}
          />
        )}
      />
    </FormDialog>
  );
}

/** Returns whether it was refused only until the double booking of the vehicle is confirmed. */
function isOverlap(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'vehicle_already_booked';
}
