import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { gateCodeTexts } from '@curbwrench/contract/appointments/job-details';
import { displayDayInSentence, displayTime } from '@curbwrench/contract/fields/calendar';
import { useToday } from '../../business/today.ts';
import { getInitials } from '../../lib/people.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CallCustomer } from './call-customer.tsx';
import { getAddress, getCustomerName, getCustomerNumber, getVehicleName } from './job-fields.tsx';

interface CustomerDialogProps {
  appointment: Appointment;
  onClose: () => void;
}

/** Shows the mechanic a job's customer, phone number, vehicle, address and notes. */
export function CustomerDialog({ appointment, onClose }: CustomerDialogProps) {
  const { customer, date, startTime, gateCode, notes } = appointment;
  const today = useToday();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={getCustomerName(appointment)}
      description={`Customer for ${displayId(appointment.id)} ${displayDayInSentence(date, today)} at ${displayTime(startTime)}`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <CallCustomer customer={customer} />
        </>
      }
    >
      <div className="flex items-center gap-3">
        <Avatar initials={getInitials(customer)} imageUrl={customer.profileImageUrl} size="lg" />
        <p className="figures text-ink-soft">{getCustomerNumber(appointment.customerId)}</p>
      </div>
      <dl className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 [&>dd]:wrap-anywhere [&>dt]:text-ink-soft">
        <dt>Phone</dt>
        <dd className="figures">{customer.phone ?? 'Not on file'}</dd>
        <dt>Vehicle</dt>
        <dd>{getVehicleName(appointment.vehicle)}</dd>
        {appointment.vehicle.plateNumber && (
          <>
            <dt>Plate</dt>
            <dd className="figures">{appointment.vehicle.plateNumber}</dd>
          </>
        )}
        <dt>Address</dt>
        <dd>{getAddress(appointment)}</dd>
        {gateCode && (
          <>
            <dt>{gateCodeTexts.label}</dt>
            <dd>{gateCode}</dd>
          </>
        )}
        {notes && (
          <>
            <dt>Notes</dt>
            <dd className="whitespace-pre-line">{notes}</dd>
          </>
        )}
      </dl>
    </Dialog>
  );
}
