import type { LinkedAppointment } from '@curbwrench/contract/appointment-links/schemas';
import { displayScheduledDay, displayTime } from '@curbwrench/contract/fields/calendar';
import { NewTimeDialog } from '../appointments/details/new-time-dialog.tsx';
import { useNewTimeForm } from '../appointments/details/use-new-time-form.ts';
import { useToday } from '../business/today.ts';
import { useFormRequest } from '../forms/use-form-request.ts';
import { showToast } from '../ui/toast-store.ts';
import { getServicesText } from './link-page-state.ts';
import { useLinkedTimes, useRescheduleByLink } from './queries.ts';

interface LinkRescheduleDialogProps {
  token: string;
  appointment: LinkedAppointment;
  onClose: () => void;
}

/** Reschedules the linked appointment, under the same rules as for a signed-in customer. */
export function LinkRescheduleDialog({ token, appointment, onClose }: LinkRescheduleDialogProps) {
  const today = useToday();
  const { form, date } = useNewTimeForm(appointment.date, false);
  const times = useLinkedTimes(token, date);
  const reschedule = useRescheduleByLink(token, (rescheduled) => {
    showToast({
      title: 'Appointment Updated',
      description: `It's now scheduled ${displayScheduledDay(rescheduled.date, today)} at ${displayTime(rescheduled.startTime)}.`,
    });
    onClose();
  });
  const submission = useFormRequest(form, async (newTime) => {
    try {
      await reschedule.mutateAsync(newTime);
    } catch (error) {
      void times.refetch();
      throw error;
    }
  });

  return (
    <NewTimeDialog
      appointment={appointment}
      serviceName={getServicesText(appointment)}
      form={form}
      times={times}
      isOfficeStaff={false}
      submission={submission}
      onClose={onClose}
    />
  );
}
