import type { LinkedAppointment } from '@curbwrench/contract/appointment-links/schemas';
import { displayDayInSentence, displayTime } from '@curbwrench/contract/fields/calendar';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { bookingDateProblem } from '@curbwrench/contract/scheduling/booking-rules';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useBookingRules } from '../booking/booking-rules.ts';
import { DateField } from '../booking/date-field.tsx';
import { getUnavailableTimeProblem, TimeField } from '../booking/time-field.tsx';
import { useBusiness } from '../business/queries.ts';
import { useToday } from '../business/today.ts';
import { useFormCall } from '../forms/use-form-call.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { showToast } from '../ui/toast-store.ts';
import { getServicesText } from './link-page-state.ts';
import { useLinkedTimes, useMoveByLink } from './queries.ts';

const sameTimeProblem = 'The appointment is already at that time.';

interface LinkMoveDialogProps {
  token: string;
  appointment: LinkedAppointment;
  onClose: () => void;
}

/** Moves the appointment of a link to another day or time, under the same rules as for a signed-in customer. */
export function LinkMoveDialog({ token, appointment, onClose }: LinkMoveDialogProps) {
  const today = useToday();
  const { timeZone } = useBusiness();
  const rules = useBookingRules(false);
  const { date: currentDate, startTime: currentTime } = appointment;
  const form = useForm({
    defaultValues: {
      date: bookingDateProblem(currentDate, today, rules) === null ? currentDate : '',
      startTime: '',
    },
  });
  const { errors } = form.formState;
  const [date, startTime] = useWatch({ control: form.control, name: ['date', 'startTime'] });
  const times = useLinkedTimes(token, date);
  const findTimeProblem = (time: string) =>
    times.data ? getUnavailableTimeProblem(times.data, date, time, false) : null;
  const unavailableTimeProblem = findTimeProblem(startTime);
  const selectedTime = unavailableTimeProblem === null ? startTime : '';
  const isCurrentTime = date === currentDate && selectedTime === currentTime;
  const move = useMoveByLink(token, (moved) => {
    showToast({
      title: 'Appointment Updated',
      description: `It's now scheduled ${displayDayInSentence(moved.date, today)} at ${displayTime(moved.startTime)}.`,
    });
    onClose();
  });
  const { handleSubmit, isPending, problem } = useFormCall(form, async (to) => {
    try {
      await move.mutateAsync(to);
    } catch (error) {
      void times.refetch();
      throw error;
    }
  });

  return (
    <FormDialog
      title={`Reschedule ${displayId(appointment.id)} ${getServicesText(appointment)}`}
      description={`Currently scheduled ${displayDayInSentence(currentDate, today)} at ${displayTime(currentTime)}`}
      wide
      className="grid gap-6 sm:grid-cols-[auto_minmax(0,1fr)]"
      action="Reschedule"
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
              form.clearErrors();
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
            isDispatcher={false}
            onValueChange={(value) => {
              field.onChange(value);
              form.clearErrors();
            }}
          />
        )}
      />
    </FormDialog>
  );
}
