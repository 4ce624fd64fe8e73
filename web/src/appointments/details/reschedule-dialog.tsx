import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { bookingDateProblem } from '@curbwrench/contract/scheduling/booking-rules';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayDayInSentence, displayTime } from '@curbwrench/contract/fields/calendar';
import { isDispatchRole } from '@curbwrench/contract/people/roles';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { getRequiredConfirmation } from '../../booking/booking-question.ts';
import { useBookingRules } from '../../booking/booking-rules.ts';
import { DateField } from '../../booking/date-field.tsx';
import { getUnavailableTimeProblem, TimeField } from '../../booking/time-field.tsx';
import { useBusiness } from '../../business/queries.ts';
import { useToday } from '../../business/today.ts';
import { useFormCall } from '../../forms/use-form-call.ts';
import { useSignedInUser } from '../../session/queries.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { updateToasts } from '../actions/job-toasts.ts';
import { getServiceName } from '../card/job-fields.tsx';
import { useChangeAppointment, useNewTimes } from '../queries.ts';

const sameTimeProblem = 'The appointment is already at that time.';

interface RescheduleDialogProps {
  appointment: AppointmentDetails;
  onClose: () => void;
}

/** Moves an appointment to another day or time; only times that the server would accept can be selected. */
export function RescheduleDialog({ appointment, onClose }: RescheduleDialogProps) {
  const today = useToday();
  const { timeZone } = useBusiness();
  const isDispatcher = isDispatchRole(useSignedInUser().role);
  const rules = useBookingRules(isDispatcher);
  const { id, date: currentDate, startTime: currentTime } = appointment;
  const form = useForm({
    defaultValues: {
      date: bookingDateProblem(currentDate, today, rules) === null ? currentDate : '',
      startTime: '',
    },
  });
  const { errors } = form.formState;
  const [date, startTime] = useWatch({ control: form.control, name: ['date', 'startTime'] });
  const times = useNewTimes(id, date);
  const findTimeProblem = (time: string) =>
    times.data ? getUnavailableTimeProblem(times.data, date, time, isDispatcher) : null;
  const unavailableTimeProblem = findTimeProblem(startTime);
  const selectedTime = unavailableTimeProblem === null ? startTime : '';
  const isCurrentTime = date === currentDate && selectedTime === currentTime;
  const move = useChangeAppointment({
    onSuccess: (moved) => {
      showToast({
        title: updateToasts.success.title,
        description: `It's now scheduled ${displayDayInSentence(moved.date, today)} at ${displayTime(moved.startTime)}.`,
      });
      onClose();
    },
    onError: (error) => {
      if (getRequiredConfirmation(error) !== null) return;
      showToast(updateToasts.failure(error));
      void times.refetch();
    },
  });

  // If the vehicle is already booked at that time, or the time is outside working hours, submitting again moves
  // the appointment anyway.
  const requiredConfirmation = selectedTime === '' ? null : getRequiredConfirmation(move.error);
  const lastChange = move.variables?.change;
  const wasConfirmed = (name: 'confirmOverlap' | 'confirmOutsideHours') =>
    requiredConfirmation !== null && lastChange !== undefined && name in lastChange;
  const { handleSubmit, isPending, problem } = useFormCall(form, (newTime) =>
    move.mutateAsync({
      id,
      change: {
        ...newTime,
        ...((requiredConfirmation === 'overlap' || wasConfirmed('confirmOverlap')) && {
          confirmOverlap: true,
        }),
        ...((requiredConfirmation === 'outside_hours' || wasConfirmed('confirmOutsideHours')) && {
          confirmOutsideHours: true,
        }),
      },
    }),
  );

  /** Clears the last attempt's failure, which was about a different time. */
  function clearFailure() {
    form.clearErrors();
    if (move.isError) move.reset();
  }

  return (
    <FormDialog
      title={`Reschedule ${displayId(id)} ${getServiceName(appointment)}`}
      description={`Currently scheduled ${displayDayInSentence(currentDate, today)} at ${displayTime(currentTime)}`}
      wide
      className="grid gap-6 sm:grid-cols-[auto_minmax(0,1fr)]"
      action={requiredConfirmation === null ? 'Reschedule' : 'Reschedule anyway'}
      disabledReason={isCurrentTime ? sameTimeProblem : null}
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
            rules={rules}
            onValueChange={(value) => {
              field.onChange(value);
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
            (time !== '' && findTimeProblem(time) === null) || 'Please select a time',
        }}
        render={({ field }) => (
          <TimeField
            query={times}
            prerequisite={date === '' ? 'Choose a date first.' : null}
            value={selectedTime}
            error={isCurrentTime ? sameTimeProblem : (errors.startTime?.message ?? problem)}
            unavailableTimeProblem={unavailableTimeProblem}
            timeZone={timeZone}
            isDispatcher={isDispatcher}
            onValueChange={(value) => {
              field.onChange(value);
              clearFailure();
            }}
          />
        )}
      />
    </FormDialog>
  );
}
