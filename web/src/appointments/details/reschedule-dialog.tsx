import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { displayScheduledDay, displayTime } from '@curbwrench/contract/fields/calendar';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { getRequiredConfirmation } from '../../booking/required-confirmation.ts';
import { useToday } from '../../business/today.ts';
import { useFormRequest } from '../../forms/use-form-request.ts';
import { useSignedInUser } from '../../session/queries.ts';
import { showToast } from '../../ui/toast-store.ts';
import { updateToasts } from '../actions/job-toasts.ts';
import { getServiceName } from '../card/job-fields.tsx';
import { useChangeAppointment, useRescheduleTimes } from '../queries.ts';
import { NewTimeDialog } from './new-time-dialog.tsx';
import { useNewTimeForm } from './use-new-time-form.ts';

interface RescheduleDialogProps {
  appointment: AppointmentDetails;
  onClose: () => void;
}

/** Reschedules an appointment to another day or time. */
export function RescheduleDialog({ appointment, onClose }: RescheduleDialogProps) {
  const today = useToday();
  const isOfficeStaff = isOfficeRole(useSignedInUser().role);
  const { id } = appointment;
  const { form, date } = useNewTimeForm(appointment.date, isOfficeStaff);
  const times = useRescheduleTimes(id, date);
  const reschedule = useChangeAppointment({
    onSuccess: (rescheduled) => {
      showToast({
        title: updateToasts.success.title,
        description: `It's now scheduled ${displayScheduledDay(rescheduled.date, today)} at ${displayTime(rescheduled.startTime)}.`,
      });
      onClose();
    },
    onError: (error) => {
      if (getRequiredConfirmation(error) !== null) return;
      showToast(updateToasts.failure(error));
      void times.refetch();
    },
  });

  // If the vehicle is already booked at that time, or the time is outside working hours, submitting again
  // reschedules the appointment anyway.
  const requiredConfirmation = getRequiredConfirmation(reschedule.error);
  const lastChange = reschedule.variables?.change;
  const wasConfirmed = (name: 'confirmOverlap' | 'confirmOutsideHours') =>
    requiredConfirmation !== null && lastChange !== undefined && name in lastChange;
  const submission = useFormRequest(form, (newTime) =>
    reschedule.mutateAsync({
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

  return (
    <NewTimeDialog
      appointment={appointment}
      serviceName={getServiceName(appointment)}
      form={form}
      times={times}
      isOfficeStaff={isOfficeStaff}
      submission={submission}
      isConfirming={requiredConfirmation !== null}
      onSelect={() => {
        if (reschedule.isError) reschedule.reset();
      }}
      onClose={onClose}
    />
  );
}
