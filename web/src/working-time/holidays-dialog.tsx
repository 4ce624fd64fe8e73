import {
  displayDate,
  displayDateWithWeekday,
  getWeekdayName,
} from '@curbwrench/contract/fields/calendar';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import type { Holiday } from '@curbwrench/contract/working-time/schemas';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { RowList } from '../ui/row-list.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { holidaysQuery, useChangeWorkingTime, useSaveWorkingTime } from './queries.ts';
import { StrandedList } from './stranded-list.tsx';

/** Renders a dialog to edit the days when the business is closed. It suggests the federal holidays. */
export function HolidaysDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(holidaysQuery);
  const adding = useSaveWorkingTime();
  const change = useChangeWorkingTime();
  // The holiday whose stranded appointments are shown.
  const [unconfirmedHoliday, setUnconfirmedHoliday] = useState<Holiday | null>(null);
  const error = adding.error ?? change.error;

  /** Adds a holiday, and returns whether it was added. */
  async function add(holiday: Holiday): Promise<boolean> {
    const send = (acceptedAppointmentIds: number[]) =>
      request('addHoliday', { body: { ...holiday, accepted: acceptedAppointmentIds } });
    change.reset();
    // False if stranded appointments have to be confirmed first; null after a failure, which is shown above the
    // holidays.
    const isSaved = await adding.save(send).catch(() => null);
    setUnconfirmedHoliday(isSaved === false ? holiday : null);
    return isSaved === true;
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Holidays"
      description="The business is closed on these days, and no one can book."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="grid gap-5">
        {error !== null && <Callout tone="alert">{getErrorMessage(error)}</Callout>}
        {unconfirmedHoliday !== null && adding.stranded.length > 0 && (
          <div className="grid gap-3">
            <StrandedList stranded={adding.stranded} />
            <Button
              className="justify-self-start"
              variant="primary"
              pending={adding.isPending}
              onClick={() => void add(unconfirmedHoliday)}
            >
              Close on {displayDateWithWeekday(unconfirmedHoliday.date)} anyway
            </Button>
          </div>
        )}
        <Loaded
          query={query}
          skeleton={<Skeleton className="h-48" />}
          failure="We couldn't load the holidays."
          getCause={getErrorMessage}
        >
          {({ holidays, suggestions }) => (
            <>
              {holidays.length === 0 ? (
                <p className="text-ink-soft">No holidays yet.</p>
              ) : (
                <RowList label="Holidays">
                  {holidays.map((holiday) => (
                    <HolidayRow key={holiday.date} holiday={holiday} change={change} />
                  ))}
                </RowList>
              )}
              <NewHolidayForm pending={adding.isPending} onAdd={add} />
              {suggestions.length > 0 && (
                <section aria-labelledby="federal-holidays">
                  <h3 id="federal-holidays" className="mb-2 font-semibold">
                    Federal holidays
                  </h3>
                  <RowList>
                    {suggestions.map((holiday) => (
                      <div
                        key={holiday.date}
                        className="flex items-center justify-between gap-3 py-1.5 pr-2 pl-4"
                      >
                        <HolidayText holiday={holiday} />
                        <Button
                          size="sm"
                          aria-label={`Add ${holiday.name}, ${displayDateWithWeekday(holiday.date)}`}
                          disabled={adding.isPending}
                          onClick={() => void add(holiday)}
                        >
                          Add
                        </Button>
                      </div>
                    ))}
                  </RowList>
                </section>
              )}
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}

function HolidayText({ holiday: { date, name } }: { holiday: Holiday }) {
  return (
    <div className="min-w-0">
      <p className="font-semibold wrap-anywhere">{name}</p>
      <p className="figures text-sm text-ink-soft">
        {getWeekdayName(date)}, {displayDate(date)}
      </p>
    </div>
  );
}

interface HolidayRowProps {
  holiday: Holiday;
  change: ReturnType<typeof useChangeWorkingTime>;
}

function HolidayRow({ holiday, change }: HolidayRowProps) {
  const { date, name } = holiday;
  const [newName, setNewName] = useState<string | null>(null);
  if (newName === null) {
    return (
      <div className="flex items-center justify-between gap-2 py-1 pr-1 pl-4">
        <HolidayText holiday={holiday} />
        <div className="flex">
          <IconButton
            label={`Rename ${name}`}
            icon={<Pencil className="size-5" aria-hidden />}
            onClick={() => setNewName(name)}
          />
          <IconButton
            label={`Remove ${name}`}
            icon={<Trash2 className="size-5" aria-hidden />}
            onClick={() => change.mutate(() => request('removeHoliday', { params: { date } }))}
          />
        </div>
      </div>
    );
  }
  return (
    <form
      className="flex items-center gap-2 p-2"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(
          () => request('renameHoliday', { params: { date }, body: { name: newName } }),
          {
            onSuccess: () => setNewName(null),
          },
        );
      }}
    >
      <TextInput
        aria-label={`New name for ${name}`}
        value={newName}
        maxLength={textLimits.holidayName}
        onChange={({ target }) => setNewName(target.value)}
      />
      <Button type="submit" pending={change.isPending}>
        Rename
      </Button>
    </form>
  );
}

interface NewHolidayFormProps {
  pending: boolean;
  onAdd: (holiday: Holiday) => Promise<boolean>;
}

function NewHolidayForm({ pending, onAdd }: NewHolidayFormProps) {
  const [date, setDate] = useState('');
  const [name, setName] = useState('');
  return (
    <form
      aria-label="New holiday"
      className="grid gap-3 sm:grid-cols-[10rem_1fr_auto] sm:items-end"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void onAdd({ date, name }).then((isAdded) => {
          if (!isAdded) return;
          setDate('');
          setName('');
        });
      }}
    >
      <Field label="Date">
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={date}
            onChange={({ target }) => setDate(target.value)}
          />
        )}
      </Field>
      <Field label="Name">
        {(control) => (
          <TextInput
            {...control}
            value={name}
            maxLength={textLimits.holidayName}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        disabledReason={date === '' || name.trim() === '' ? 'Enter a date and a name first.' : null}
        pending={pending}
      >
        Add
      </Button>
    </form>
  );
}
