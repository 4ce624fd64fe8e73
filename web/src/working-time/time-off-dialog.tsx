import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { WorkingTimeDialog } from './working-time-dialog.tsx';

interface TimeOffDialogProps {
  /** The people who can be chosen; only one for a mechanic's own time off. */
  people: readonly { readonly id: string; readonly name: string }[];
  /** The mechanic who is initially selected. */
  mechanicId: string;
  /** The initial value of both the first and the last day. */
  date: string;
  onClose: () => void;
}

/** Renders a form to enter time off: all day, or from one time to another. */
export function TimeOffDialog({ people, mechanicId, date, onClose }: TimeOffDialogProps) {
  const viewer = useSignedInUser();
  const [id, setId] = useState(mechanicId);
  const [isAllDay, setIsAllDay] = useState(true);
  const [start, setStart] = useState({ date, time: '08:00' });
  const [end, setEnd] = useState({ date, time: '12:00' });
  const [reason, setReason] = useState('');
  const name = people.find((person) => person.id === id)?.name;
  return (
    <WorkingTimeDialog
      title="Add time off"
      {...(people.length === 1 && name !== undefined && { description: name })}
      action="Add time off"
      savedMessage="Time off added"
      problem={findProblem(start.date, end.date, reason)}
      send={(acceptedAppointmentIds) =>
        request('addTimeOff', {
          params: { id },
          body: {
            startDate: start.date,
            startTime: isAllDay ? '00:00' : start.time,
            endDate: end.date,
            endTime: isAllDay ? '24:00' : end.time,
            reason,
            accepted: acceptedAppointmentIds,
          },
        })
      }
      onClose={onClose}
    >
      {people.length > 1 && (
        <Field label="Mechanic">
          {(control) => (
            <Select {...control} value={id} onChange={({ target }) => setId(target.value)}>
              {people.map((person) => (
                <option key={person.id} value={person.id}>
                  {person.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Checkbox
        label="All day"
        checked={isAllDay}
        onChange={({ target }) => setIsAllDay(target.checked)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateAndTime
          label={isAllDay ? 'First day' : 'From'}
          value={start}
          withTime={!isAllDay}
          onChange={(next) => {
            setStart(next);
            if (next.date > end.date) setEnd({ ...end, date: next.date });
          }}
        />
        <DateAndTime
          label={isAllDay ? 'Last day' : 'Until'}
          value={end}
          withTime={!isAllDay}
          onChange={setEnd}
        />
      </div>
      <Field
        label="Reason"
        hint={`Only ${id === viewer.id ? 'you' : 'the mechanic'} and the office can see this.`}
      >
        {(control) => (
          <TextInput
            {...control}
            value={reason}
            placeholder="Vacation"
            maxLength={textLimits.reason}
            autoComplete="off"
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
    </WorkingTimeDialog>
  );
}

function findProblem(startDate: string, endDate: string, reason: string): string | null {
  if (startDate === '' || endDate === '') return 'Choose both days.';
  if (endDate < startDate) return "The last day can't be before the first day.";
  return reason.trim() === '' ? 'Please enter a reason, such as vacation.' : null;
}

interface DateAndTimeValue {
  readonly date: string;
  readonly time: string;
}

interface DateAndTimeProps {
  label: string;
  value: DateAndTimeValue;
  withTime: boolean;
  onChange: (value: DateAndTimeValue) => void;
}

function DateAndTime({ label, value, withTime, onChange }: DateAndTimeProps) {
  return (
    <Field label={label}>
      {(control) => (
        <div className="flex gap-2">
          <TextInput
            {...control}
            type="date"
            value={value.date}
            onChange={({ target }) => onChange({ ...value, date: target.value })}
          />
          {withTime && (
            <TextInput
              type="time"
              aria-label={`${label}, time`}
              className="max-w-32"
              value={value.time}
              onChange={({ target }) => onChange({ ...value, time: target.value })}
            />
          )}
        </div>
      )}
    </Field>
  );
}
