import { bookingDateProblem } from '@curbwrench/contract/scheduling/booking-rules';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { useBookingRules } from '../../booking/booking-rules.ts';
import { useToday } from '../../business/today.ts';

/** The date and time that an appointment moves to; both are empty until they are selected. */
export interface NewTime {
  date: string;
  startTime: string;
}

export type NewTimeForm = UseFormReturn<NewTime>;

/**
 * Returns the form to reschedule an appointment, and the date selected in it: initially the appointment's own date, if
 * it can still be booked.
 */
export function useNewTimeForm(
  currentDate: string,
  isOfficeStaff: boolean,
): { readonly form: NewTimeForm; readonly date: string } {
  const today = useToday();
  const rules = useBookingRules(isOfficeStaff);
  const form = useForm<NewTime>({
    defaultValues: {
      date: bookingDateProblem(currentDate, today, rules) === null ? currentDate : '',
      startTime: '',
    },
  });
  return { form, date: useWatch({ control: form.control, name: 'date' }) };
}
