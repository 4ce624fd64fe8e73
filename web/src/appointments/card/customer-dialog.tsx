import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { gateCodeTexts } from '@curbwrench/contract/appointments/job-details';
import { displayDate, displayTime } from '@curbwrench/contract/fields/calendar';
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

/** Shows the mechanic who the customer is, where, with which car, and what they wrote. */
export function CustomerDialog({ appointment, onClose }: CustomerDialogProps) {
  const { customer, date, startTime, gateCode, notes } = appointment;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Customer Details"
      description={`For ${displayId(appointment.id)}, ${displayDate(date)} at ${displayTime(startTime)}`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <CallCustomer customer={customer} />
        </>
      }
    >
      <div className="flex items-center gap-3">
        <Avatar initials={getInitials(customer)} imageUrl={customer.profileImageUrl} size="lg" />
        <div className="min-w-0">
          <p className="font-display text-lg leading-snug font-bold wrap-anywhere">
            {getCustomerName(appointment)}
          </p>
          <p className="figures text-ink-soft">{getCustomerNumber(appointment.customerId)}</p>
        </div>
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
