import type { BoardWeek } from '@curbwrench/contract/appointments/board-schemas';
import { displayDayHeading } from '@curbwrench/contract/fields/calendar';
import { getErrorMessage } from '../../api/api-error.ts';
import { getFullName } from '../../lib/people.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BoardHeader } from './board-header.tsx';
import { unassignedName } from './lanes.ts';
import { LanePicker } from './lane-picker.tsx';
import { unassignedId } from './phone-day.ts';
import { useBoardWeek } from './queries.ts';
import { useBoardSearch } from './use-board-search.ts';
import { WeekDay } from './week-day.tsx';
import { getWeekRange, summarizeLoad } from './week-load.ts';

/** Shows how busy one mechanic is in the week that contains the URL's date. */
export function PhoneWeek() {
  const { date } = useBoardSearch();
  const query = useBoardWeek(date);
  return (
    <>
      <BoardHeader summary={undefined} />
      <Loaded
        query={query}
        skeleton={<Skeleton className="m-3 h-64" />}
        failure="We couldn't load the week."
        getCause={getErrorMessage}
      >
        {(week) => <LaneWeek week={week} />}
      </Loaded>
    </>
  );
}

function LaneWeek({ week }: { week: BoardWeek }) {
  const { today, lane: id, show } = useBoardSearch();
  const unassigned = { id: unassignedId, name: unassignedName, days: week.unassigned };
  const lanes = [
    unassigned,
    ...week.mechanics.map((mechanic) => ({
      id: mechanic.id,
      name: getFullName(mechanic),
      days: mechanic.days,
    })),
  ];
  // By default, the first mechanic's lane.
  const lane = lanes.find((each) => each.id === id) ?? lanes[1] ?? unassigned;
  const range = getWeekRange(week);
  return (
    <>
      <LanePicker
        lanes={lanes.map(({ id: each, name, days }) => ({
          id: each,
          name,
          count: days.flatMap(({ jobs }) => jobs).length,
        }))}
        value={lane.id}
        onChange={(laneId) => show({ lane: laneId })}
      />
      <p className="figures border-t border-line px-4 py-1.5 text-sm text-ink-soft">
        {summarizeLoad(lane.days).join(' · ')}
      </p>
      <ul aria-label={lane.name} className="divide-y divide-line border-t border-line">
        {lane.days.map((day) => (
          <li key={day.date} className="grid grid-cols-[7rem_minmax(0,1fr)]">
            <span className="figures self-center px-4 py-2 text-sm font-semibold">
              {displayDayHeading(day.date, today)}
            </span>
            <WeekDay
              day={day}
              name={lane.name}
              isUnassigned={lane === unassigned}
              range={range}
              onOpen={() => show({ view: 'board', date: day.date, lane: lane.id })}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
