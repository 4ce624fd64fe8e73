import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { whyDateIsClosed } from '@curbwrench/contract/scheduling/booking-rules';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayDate, twelveHour } from '@curbwrench/contract/fields/calendar';
import { useState, type SubmitEvent } from 'react';
import { ApiError, sentenceOf } from '../../api/api-error.ts';
import { DateField } from '../../booking/date-field.tsx';
import { whyLost, TimeField } from '../../booking/time-field.tsx';
import { useBusiness } from '../../business/queries.ts';
import { useToday } from '../../business/today.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { scheduleToasts } from '../actions/job-toasts.ts';
import { useChangeAppointment, useNewTimes } from '../queries.ts';

interface RescheduleDialogProps {
  appointment: AppointmentDetails;
  onClose: () => void;
}

/** Offers another day and its ten times, as the server would accept them. */
export function RescheduleDialog({ appointment, onClose }: RescheduleDialogProps) {
  const today = useToday();
  const { timeZone } = useBusiness();
  const { id, date: presentDate, startTime: presentTime } = appointment;
  const [date, setDate] = useState(() =>
    whyDateIsClosed(presentDate, today) === null ? presentDate : '',
  );
  const [startTime, setStartTime] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const times = useNewTimes(id, date);
  const lost = times.data ? whyLost(times.data, date, startTime) : null;
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
  const asksAnyway = isOverlap(move.error) && chosen !== '';

  function confirm(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsSubmitted(true);
    if (date === '' || chosen === '' || isPresent || move.isPending) return;
    move.mutate({
      id,
      change: { date, startTime: chosen, ...(asksAnyway && { confirmOverlap: true }) },
    });
  }

  return (
    <FormDialog
      title={`Reschedule ${displayId(id)}`}
      description={`Now on ${displayDate(presentDate)} at ${twelveHour(presentTime)}`}
      wide
      className="grid gap-6 sm:grid-cols-[auto_minmax(0,1fr)]"
      action={asksAnyway ? 'Reschedule anyway' : 'Reschedule'}
      disabledReason={isPresent ? 'The appointment is already at that time.' : null}
      pending={move.isPending}
      pendingLabel="Rescheduling..."
      cancel="Keep this time"
      onSubmit={confirm}
      onClose={onClose}
    >
      <DateField
        today={today}
        value={date}
        error={isSubmitted && date === '' ? 'Please select a date' : undefined}
        onValueChange={(next) => {
          setDate(next);
          setStartTime('');
          if (move.isError) move.reset();
        }}
      />
      <TimeField
        query={times}
        before={date === '' ? 'Choose a date first.' : null}
        value={chosen}
        error={
          isPresent
            ? 'The appointment is already at that time.'
            : errorOf(isSubmitted && chosen === '', move.error)
        }
        lost={lost}
        timeZone={timeZone}
        onValueChange={(next) => {
          setStartTime(next);
          if (move.isError) move.reset();
        }}
      />
    </FormDialog>
  );
}

/** Returns whether it was refused only until the double booking of the vehicle is confirmed. */
function isOverlap(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'vehicle_already_booked';
}

/** Returns what is missing, or why the last attempt failed. */
function errorOf(isMissing: boolean, failure: Error | null): string | undefined {
  if (isMissing) return 'Please select a time';
  return failure ? sentenceOf(failure) : undefined;
}
