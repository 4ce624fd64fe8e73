import { displayScheduledDay, displayTime } from '@curbwrench/contract/fields/calendar';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { Controller, useWatch } from 'react-hook-form';
import { useBookingRules } from '../../booking/booking-rules.ts';
import { DateField } from '../../booking/date-field.tsx';
import type { useSlots } from '../../booking/queries.ts';
import { getUnavailableTimeProblem, TimeField } from '../../booking/time-field.tsx';
import { useBusiness } from '../../business/queries.ts';
import { useToday } from '../../business/today.ts';
import type { useFormRequest } from '../../forms/use-form-request.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { NewTime, NewTimeForm } from './use-new-time-form.ts';

const sameTimeProblem = 'The appointment is already scheduled for that time.';

interface NewTimeDialogProps {
  appointment: NewTime & { readonly id: number };
  /** The service shown in the title. */
  serviceName: string;
  form: NewTimeForm;
  /** The time slots of the date that is selected in the form. */
  times: ReturnType<typeof useSlots>;
  /** Whether the viewer is office staff, who can also select times that customers can't. */
  isOfficeStaff: boolean;
  submission: Pick<ReturnType<typeof useFormRequest>, 'handleSubmit' | 'isPending' | 'problem'>;
  /** Whether the server asked for confirmation of the selected time; submitting again confirms it. */
  isConfirming?: boolean;
  /** Called when a different date or time is selected, so that the last failure can be cleared. */
  onSelect?: () => void;
  onClose: () => void;
}

/** Renders the form of `useNewTimeForm` in a dialog; only times that the server would accept can be selected. */
export function NewTimeDialog({
  appointment,
  serviceName,
  form,
  times,
  isOfficeStaff,
  submission,
  isConfirming = false,
  onSelect,
  onClose,
}: NewTimeDialogProps) {
  const today = useToday();
  const { timeZone } = useBusiness();
  const rules = useBookingRules(isOfficeStaff);
  const { errors } = form.formState;
  const [date, startTime] = useWatch({ control: form.control, name: ['date', 'startTime'] });
  const findTimeProblem = (time: string) =>
    times.data ? getUnavailableTimeProblem(times.data, date, time, isOfficeStaff) : null;
  const unavailableTimeProblem = findTimeProblem(startTime);
  const selectedTime = unavailableTimeProblem === null ? startTime : '';
  const isCurrentTime = date === appointment.date && selectedTime === appointment.startTime;

  function clearFailure() {
    form.clearErrors();
    onSelect?.();
  }

  return (
    <FormDialog
      title={`Reschedule ${displayId(appointment.id)} ${serviceName}`}
      description={`Currently scheduled ${displayScheduledDay(appointment.date, today)} at ${displayTime(appointment.startTime)}`}
      wide
      className="grid gap-6 sm:grid-cols-[auto_minmax(0,1fr)]"
      action={isConfirming && selectedTime !== '' ? 'Reschedule anyway' : 'Reschedule'}
      disabledReason={isCurrentTime ? sameTimeProblem : null}
      pending={submission.isPending}
      pendingLabel="Rescheduling..."
      cancel="Keep current time"
      onSubmit={submission.handleSubmit}
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
            error={
              isCurrentTime ? sameTimeProblem : (errors.startTime?.message ?? submission.problem)
            }
            unavailableTimeProblem={unavailableTimeProblem}
            timeZone={timeZone}
            isOfficeStaff={isOfficeStaff}
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
