import type { BoardDay } from '@curbwrench/contract/appointments/board-schemas';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { statusLabels } from '@curbwrench/contract/appointments/lifecycle';
import { displayDate, displayTime, getWeekdayName } from '@curbwrench/contract/fields/calendar';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { Printer } from 'lucide-react';
import {
  getAddress,
  getCustomerName,
  getServiceName,
  getVehicleName,
} from '../../appointments/card/job-fields.tsx';
import { useBusiness } from '../../business/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PhoneText } from '../../ui/phone-text.tsx';
import { listLanes } from './lanes.ts';

interface DaySheetProps {
  day: BoardDay;
  onClose: () => void;
}

/** Shows a printable list of a day's jobs by mechanic, with the details needed on the road. */
export function DaySheet({ day, onClose }: DaySheetProps) {
  const { name } = useBusiness();
  const lanes = listLanes(day, new Map()).filter(({ blocks }) => blocks.length > 0);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Daily schedule"
      description={`${getWeekdayName(day.date)}, ${displayDate(day.date)}`}
      letterhead={{ name }}
      wide
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            icon={<Printer className="size-4" aria-hidden />}
            onClick={() => print()}
          >
            Print
          </Button>
        </>
      }
    >
      {lanes.length === 0 && <p className="text-ink-soft">There are no jobs on this day.</p>}
      <div className="grid gap-6">
        {lanes.map((lane) => (
          <section key={lane.mechanicId ?? ''} aria-label={lane.name}>
            <h3 className="mb-1 break-after-avoid border-b border-line-strong pb-1 text-lg">
              {lane.name}
            </h3>
            <ul className="divide-y divide-line">
              {lane.blocks.map(({ job }) => (
                <JobItem key={job.id} job={job} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function JobItem({ job }: { job: Appointment }) {
  const { vehicle, customer, notes, gateCode } = job;
  const plate = vehicle.plateNumber ? `, ${vehicle.plateNumber}` : '';
  return (
    <li className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 py-2 text-sm">
      <p className="figures">
        <span className="block text-base font-semibold">{displayTime(job.startTime)}</span>
        to {displayTime(job.endTime)}
        <span className="block text-ink-soft">{displayId(job.id)}</span>
      </p>
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">
          {getServiceName(job)}
          <span className="font-normal text-ink-soft">, {statusLabels[job.status]}</span>
        </p>
        <p className="figures">
          {getCustomerName(job)}
          {customer.phone && <PhoneText>{`, ${customer.phone}`}</PhoneText>}
        </p>
        <p>{getAddress(job)}</p>
        <p className="figures">
          {getVehicleName(vehicle)}
          {plate}
        </p>
        {gateCode && <p>Access instructions: {gateCode}</p>}
        {notes && <p>Notes: {notes}</p>}
      </div>
    </li>
  );
}
