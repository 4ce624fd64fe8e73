import type { BoardWeek } from '@curbwrench/contract/appointments/board-schemas';
import { displayDayHeading } from '@curbwrench/contract/fields/calendar';
import { getErrorMessage } from '../../api/api-error.ts';
import { getFullName } from '../../lib/people.ts';
import { classNames } from '../../ui/class-names.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BoardHeader } from './board-header.tsx';
import { countText, unassignedName } from './lanes.ts';
import { useBoardWeek } from './queries.ts';
import { useBoardSearch } from './use-board-search.ts';
import { WeekDay } from './week-day.tsx';
import { getWeekRange, listDays, summarizeLoad } from './week-load.ts';

/** Shows the office how busy everyone is in the week that contains the URL's date. */
export function WeekBoard() {
  const { date } = useBoardSearch();
  const query = useBoardWeek(date);
  return (
    <>
      <BoardHeader
        summary={query.data && countText(listDays(query.data).flatMap(({ jobs }) => jobs).length)}
      />
      <Loaded
        query={query}
        skeleton={<Skeleton className="m-3 h-80" />}
        failure="We couldn't load the week."
        getCause={getErrorMessage}
      >
        {(week) => <WeekTable week={week} />}
      </Loaded>
    </>
  );
}

function WeekTable({ week }: { week: BoardWeek }) {
  const { today, show } = useBoardSearch();
  const range = getWeekRange(week);
  const rows = [
    { id: null, name: unassignedName, days: week.unassigned },
    ...week.mechanics.map((mechanic) => ({
      id: mechanic.id,
      name: getFullName(mechanic),
      days: mechanic.days,
    })),
  ];
  return (
    <div className="max-h-[max(24rem,calc(100dvh-13rem))] overflow-auto border-t border-line">
      <table className="w-full min-w-[41rem] table-fixed border-separate border-spacing-0 text-left">
        <caption className="sr-only">Workload by mechanic and day</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 left-0 z-20 w-32 border-r border-b border-line bg-sheet xl:w-48"
            >
              <span className="sr-only">Mechanic</span>
            </th>
            {week.dates.map((date, index) => {
              const days = [week.unassigned, ...week.mechanics.map((each) => each.days)];
              const daysOnDate = days.flatMap((each) => each[index] ?? []);
              return (
                <th
                  key={date}
                  scope="col"
                  className={classNames(
                    'sticky top-0 z-10 border-b border-l border-line bg-sheet px-2 py-1.5 align-top text-sm first-of-type:border-l-0',
                  )}
                >
                  <span
                    className={classNames(
                      'figures block truncate',
                      date === today && 'underline underline-offset-4',
                    )}
                  >
                    {displayDayHeading(date, today)}
                  </span>
                  <Lines
                    lines={[
                      ...week.holidays.flatMap((each) => (each.date === date ? each.name : [])),
                      ...summarizeLoad(daysOnDate),
                    ]}
                  />
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, days }) => (
            <tr key={id ?? ''} className={classNames(id === null && 'bg-paper')}>
              <th
                scope="row"
                className={classNames(
                  'sticky left-0 z-[5] border-r border-b border-line px-3 py-1 font-normal',
                  id === null ? 'bg-paper' : 'bg-sheet',
                )}
              >
                <span className="block truncate text-sm font-semibold">{name}</span>
                <Lines lines={summarizeLoad(days)} />
              </th>
              {days.map((day) => (
                <td key={day.date} className="h-14 border-b border-l border-line p-0 align-top">
                  <WeekDay
                    day={day}
                    name={name}
                    isUnassigned={id === null}
                    range={range}
                    onOpen={() => show({ view: 'board', date: day.date, lane: id ?? 'unassigned' })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <span key={line} className="figures block text-xs font-normal text-ink-soft">
      {line}
    </span>
  ));
}
