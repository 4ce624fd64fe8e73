import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState, type ComponentProps } from 'react';
import { DayPicker, labelDayButton, type CalendarWeek } from 'react-day-picker';
import { classNames } from './class-names.ts';

interface CalendarProps {
  /** `yyyy-MM-dd`, or null for none. */
  value: string | null;
  /** Called with the picked date as text, or with null if the selected date was picked again. */
  onValueChange: (value: string | null) => void;
  /** Today as `yyyy-MM-dd`, which is highlighted. */
  today: string;
  /** A date in the month that is shown first if there is no value; today if missing. */
  initialDate?: string;
  /** The first and last dates that can be picked; no week before the first and no month after the last is shown. */
  min?: string;
  max?: string;
  isDisabled?: (date: string) => boolean;
  /** Returns why a date is crossed out, such as 'no jobs there', for screen readers; null for other dates. */
  getCrossedOutReason?: (date: string) => string | null;
  /** Whether picking the selected date again clears it. */
  clearable?: boolean;
}

/**
 * Renders a month of days, with weeks starting on Sunday. Dates go in and out as text: a Date is only used
 * internally, at noon in the browser's own time zone, and does not represent an instant.
 */
export function Calendar({
  value,
  onValueChange,
  today,
  initialDate = today,
  min,
  max,
  isDisabled,
  getCrossedOutReason,
  clearable = false,
}: CalendarProps) {
  // If the value is set from outside, its month is shown.
  const [{ month, shownValue }, setShown] = useState({
    month: parseDate(value ?? initialDate),
    shownValue: value,
  });
  if (value !== shownValue) {
    setShown({ month: value === null ? month : parseDate(value), shownValue: value });
  }
  // A stable object, because otherwise all weeks would be recreated on every render.
  const components = useMemo(() => ({ Chevron, Week: createWeek(min) }), [min]);
  return (
    <DayPicker
      mode="single"
      required={false}
      selected={value === null ? undefined : parseDate(value)}
      onSelect={(date) => {
        if (date) onValueChange(toDateText(date));
        else if (clearable) onValueChange(null);
      }}
      today={parseDate(today)}
      month={month}
      onMonthChange={(shownMonth) => setShown({ month: shownMonth, shownValue: value })}
      {...(min !== undefined && { startMonth: parseDate(min) })}
      {...(max !== undefined && { endMonth: parseDate(max) })}
      disabled={(date: Date) => {
        const text = toDateText(date);
        return (
          (min !== undefined && text < min) ||
          (max !== undefined && text > max) ||
          Boolean(isDisabled?.(text))
        );
      }}
      modifiers={{
        crossedOut: (date: Date) => Boolean(getCrossedOutReason?.(toDateText(date))),
      }}
      modifiersClassNames={{ crossedOut: 'crossed-out' }}
      labels={{
        labelDayButton: (date, ...rest) => {
          const reason = getCrossedOutReason?.(toDateText(date)) ?? null;
          const label = labelDayButton(date, ...rest);
          return reason === null ? label : `${label}, ${reason}`;
        },
      }}
      weekStartsOn={0}
      showOutsideDays={false}
      components={components}
      classNames={{
        // As wide as the surrounding form on a phone, and as wide as its days in a popover.
        root: 'relative w-full select-none sm:w-fit',
        months: 'relative',
        month_caption: 'flex h-11 items-center justify-center',
        caption_label: 'font-display text-lg font-semibold',
        nav: 'absolute inset-x-0 top-0 z-10 flex justify-between',
        button_previous: navButton,
        button_next: navButton,
        month_grid: 'mt-1 w-full border-collapse',
        weekday: 'h-9 text-xs font-medium text-ink-faint sm:h-11',
        day: 'group p-0 text-center',
        day_button: classNames(
          'figures flex h-11 w-full min-w-11 items-center justify-center rounded-md text-base font-medium max-[22rem]:min-w-10',
          'group-data-[today=true]:font-bold group-data-[today=true]:underline',
          'group-data-[today=true]:decoration-2 group-data-[today=true]:underline-offset-4',
          // The selected day keeps its own colors on hover.
          'group-data-[selected=true]:bg-ink group-data-[selected=true]:text-paper',
          'group-not-data-[selected=true]:group-not-data-[disabled=true]:hover:bg-well',
          'group-data-[disabled=true]:cursor-not-allowed group-data-[disabled=true]:opacity-60',
          'group-[.crossed-out]:line-through group-[.crossed-out]:decoration-2',
          'group-not-data-[selected=true]:group-data-[disabled=true]:text-ink-faint',
        ),
        hidden: 'invisible',
      }}
    />
  );
}

/** Returns the component of a week, which renders nothing if all of its days are before `min`. */
function createWeek(min: string | undefined) {
  return function Week({ week, ...rest }: { week: CalendarWeek } & ComponentProps<'tr'>) {
    const last = week.days.at(-1);
    if (min !== undefined && last && toDateText(last.date) < min) return <></>;
    return <tr {...rest} />;
  };
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Icon className="size-5" aria-hidden />;
}

const navButton =
  'inline-flex size-11 items-center justify-center rounded-md text-ink-soft hover:bg-well hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-35';

/** Uses noon, which exists on every day in every time zone. */
function parseDate(text: string): Date {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return new Date(year, month - 1, day, 12);
}

function toDateText(date: Date): string {
  const month = String(date.getMonth() + 1).padStart(2, '0');
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`;
}
