import { displayDate, getShortWeekdayName } from '@curbwrench/contract/fields/calendar';
import type { TeamMember, TeamWeek as Week } from '@curbwrench/contract/working-time/schemas';
import { CalendarOff, Clock, Wrench } from 'lucide-react';
import { useState } from 'react';
import { useToday } from '../business/today.ts';
import { getFullName, getInitials } from '../lib/people.ts';
import { Avatar } from '../ui/avatar.tsx';
import { classNames } from '../ui/class-names.ts';
import { Menu } from '../ui/menu.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { TeamDay } from './team-day.tsx';

/** The dialogs that can be opened for a mechanic. */
export type TeamDialog =
  | { readonly name: 'hours' | 'skills'; readonly member: TeamMember }
  | { readonly name: 'day'; readonly member: TeamMember; readonly date: string }
  | { readonly name: 'time-off'; readonly member: TeamMember };

/** How busy a mechanic is, in words: in the week, and on each date with jobs. */
interface Load {
  readonly week: string;
  readonly byDate: ReadonlyMap<string, string>;
}

interface TeamWeekProps {
  week: Week;
  /** How busy each mechanic is, by id; undefined until loaded, and for mechanics, who don't see it. */
  loads: ReadonlyMap<string, Load> | undefined;
  /** Whether the viewer is office staff, who can edit everyone's hours; a mechanic sees only their own. */
  isOfficeStaff: boolean;
  onOpen: (dialog: TeamDialog) => void;
}

/** Shows who works when in a week: days as columns if there is room, otherwise one day at a time. */
export function TeamWeek({ week, loads, isOfficeStaff, onOpen }: TeamWeekProps) {
  const today = useToday();
  const [chosenDate, setChosenDate] = useState<string | null>(null);
  const shownDate =
    [chosenDate, today].find((date) => date !== null && week.dates.includes(date)) ??
    // Monday, since weeks start on Sunday.
    week.dates[1] ??
    '';
  const findHoliday = (date: string) => week.holidays.find((holiday) => holiday.date === date);
  const renderDay = (member: TeamMember, date: string) => (
    <TeamDay
      member={member}
      date={date}
      holiday={findHoliday(date)}
      jobs={loads?.get(member.id)?.byDate.get(date)}
      isOfficeStaff={isOfficeStaff}
      onEdit={isOfficeStaff && date >= today ? () => onOpen({ name: 'day', member, date }) : null}
    />
  );
  return (
    <div className="@container">
      <div className="hidden rounded-lg border border-line bg-sheet @4xl:block">
        <table className="w-full table-fixed border-collapse text-left">
          <caption className="sr-only">Who works when</caption>
          <thead>
            <tr className="border-b border-line align-bottom">
              <th scope="col" className="w-[23%] px-4 py-3 text-sm font-semibold text-ink-soft">
                Mechanic
              </th>
              {week.dates.map((date) => (
                <th key={date} scope="col" className="px-3 py-3 align-top text-sm">
                  <DayHeading date={date} isToday={date === today} />
                  <span className="block font-medium wrap-anywhere text-ink-soft">
                    {findHoliday(date)?.name}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {week.people.map((member) => (
              <tr key={member.id} className="border-b border-line align-top last:border-0">
                <th scope="row" className="px-4 py-3 font-normal">
                  <Person
                    member={member}
                    load={loads?.get(member.id)?.week}
                    isOfficeStaff={isOfficeStaff}
                    showAvatar={false}
                    onOpen={onOpen}
                  />
                </th>
                {week.dates.map((date) => (
                  <td key={date} className="px-1 py-2">
                    {renderDay(member, date)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Tabs
        className="@4xl:hidden"
        label="Day"
        tabs={week.dates.map((date) => ({
          value: date,
          label: `${getShortWeekdayName(date)} ${Number(date.slice(8))}`,
        }))}
        value={shownDate}
        onValueChange={setChosenDate}
      >
        {week.dates.map((date) => (
          <TabPanel key={date} value={date}>
            {findHoliday(date) && <p className="mb-3 font-semibold">{findHoliday(date)?.name}</p>}
            <ul className="divide-y divide-line rounded-lg border border-line bg-sheet">
              {week.people.map((member) => (
                <li key={member.id} className="grid gap-1 p-3">
                  <Person
                    member={member}
                    load={loads?.get(member.id)?.week}
                    isOfficeStaff={isOfficeStaff}
                    showAvatar
                    onOpen={onOpen}
                  />
                  {renderDay(member, date)}
                </li>
              ))}
            </ul>
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}

function DayHeading({ date, isToday }: { date: string; isToday: boolean }) {
  return (
    <span
      className={classNames('figures font-semibold', isToday && 'underline underline-offset-4')}
    >
      {getShortWeekdayName(date)} {displayDate(date).slice(0, 6)}
      {isToday && <span className="sr-only"> (today)</span>}
    </span>
  );
}

interface PersonProps {
  member: TeamMember;
  load: string | undefined;
  isOfficeStaff: boolean;
  showAvatar: boolean;
  onOpen: (dialog: TeamDialog) => void;
}

function Person({ member, load, isOfficeStaff, showAvatar, onOpen }: PersonProps) {
  const name = getFullName(member);
  return (
    <div className="flex items-start justify-between gap-2">
      <div className="flex min-w-0 items-start gap-3">
        {showAvatar && <Avatar initials={getInitials(member)} imageUrl={member.profileImageUrl} />}
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p className="text-sm wrap-anywhere text-ink-soft first-letter:uppercase">
            {member.skills.length === 0 ? 'No skills' : member.skills.join(', ')}
          </p>
          {load !== undefined && <p className="figures text-sm text-ink-soft">{load}</p>}
        </div>
      </div>
      {isOfficeStaff && (
        <Menu
          label={`Actions for ${name}`}
          items={[
            {
              label: 'Weekly hours',
              icon: <Clock aria-hidden />,
              onSelect: () => onOpen({ name: 'hours', member }),
            },
            {
              label: 'Skills',
              icon: <Wrench aria-hidden />,
              onSelect: () => onOpen({ name: 'skills', member }),
            },
            {
              label: 'Add time off',
              icon: <CalendarOff aria-hidden />,
              onSelect: () => onOpen({ name: 'time-off', member }),
            },
          ]}
        />
      )}
    </div>
  );
}
