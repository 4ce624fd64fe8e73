import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import { Link } from '@tanstack/react-router';
import { CalendarDays, CalendarPlus, X } from 'lucide-react';
import { useState } from 'react';
import { useToday } from '../../business/today.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { paths } from '../../paths.ts';
import { useEffectiveRole } from '../../session/queries.ts';
import { Button, IconButton, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LazyPart } from '../../ui/lazy-boundary.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { dateButtonLabel, getStatusOptions } from './appointment-tabs.ts';

/* The calendar is loaded only when it is opened. */
const Calendar = lazyComponent(async () => (await import('../../ui/calendar.tsx')).Calendar);

interface AppointmentToolbarProps {
  date: string | undefined;
  status: AppointmentStatus | undefined;
  onDateChange: (date: string | undefined) => void;
  onStatusChange: (status: AppointmentStatus | undefined) => void;
}

/** Renders the date and status filters and, for customers, a link to book. */
export function AppointmentToolbar({
  date,
  status,
  onDateChange,
  onStatusChange,
}: AppointmentToolbarProps) {
  const role = useEffectiveRole();
  return (
    <div className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3 sm:flex sm:flex-wrap">
      <DateFilter date={date} onDateChange={onDateChange} />
      <div className={classNames('min-w-0 sm:w-52', date !== undefined && 'max-sm:col-span-2')}>
        <Select
          aria-label="Filter by status"
          placeholder="Filter by status"
          value={status ?? ''}
          onChange={(event) =>
            onStatusChange(
              getStatusOptions(role).find(({ value }) => value === event.target.value)?.value,
            )
          }
        >
          <option value="all">All</option>
          {getStatusOptions(role).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      {role === 'customer' && (
        <Link
          to={paths.bookService}
          className={classNames(buttonClass({ variant: 'primary' }), 'col-span-2 sm:ml-auto')}
        >
          <CalendarPlus className="size-5" aria-hidden />
          Book New Appointment
        </Link>
      )}
    </div>
  );
}

/** Filters the list by the picked day. Picking the same day again or pressing Clear removes the filter. */
function DateFilter({
  date,
  onDateChange,
}: Pick<AppointmentToolbarProps, 'date' | 'onDateChange'>) {
  const [open, setOpen] = useState(false);
  const today = useToday();

  function pick(newDate: string | null) {
    setOpen(false);
    onDateChange(newDate ?? undefined);
  }

  return (
    <div className={classNames('flex min-w-0 items-center', date !== undefined && 'col-span-2')}>
      <Popover
        label="Pick a date"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button
            icon={<CalendarDays className="size-5" aria-hidden />}
            className="figures min-w-0 flex-1 sm:flex-none"
          >
            {dateButtonLabel(date, today)}
          </Button>
        }
      >
        <LazyPart skeleton={<Skeleton className="h-88 w-78" />}>
          <Calendar value={date ?? null} today={today} onValueChange={pick} clearable />
        </LazyPart>
        {date !== undefined && (
          <Button variant="ghost" size="sm" block onClick={() => pick(null)}>
            Clear
          </Button>
        )}
      </Popover>
      {date !== undefined && (
        <IconButton
          label="Clear date"
          icon={<X className="size-5" aria-hidden />}
          onClick={() => onDateChange(undefined)}
        />
      )}
    </div>
  );
}
