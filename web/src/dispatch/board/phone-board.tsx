import type { BoardDay } from '@curbwrench/contract/appointments/board-schemas';
import { getErrorMessage } from '../../api/api-error.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { LazyDialog, LazyPart } from '../../ui/lazy-boundary.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BoardHeader } from './board-header.tsx';
import { DaySheetButton } from './day-sheet-button.tsx';
import { summarizeJobs } from './lanes.ts';
import { LanePicker } from './lane-picker.tsx';
import { findPhoneLane, listPhoneLanes } from './phone-day.ts';
import { PhoneLaneJobs } from './phone-lane-jobs.tsx';
import { useBoardDay } from './queries.ts';
import { useBoardSearch } from './use-board-search.ts';
import { usePlacing } from './use-placing.ts';

const PhoneWeek = lazyComponent(async () => (await import('./phone-week.tsx')).PhoneWeek);
const ConfirmMoveDialog = lazyComponent(
  async () => (await import('./confirm-move-dialog.tsx')).ConfirmMoveDialog,
);

/** Shows the day or week in the URL one lane at a time, for windows too narrow to show all lanes. */
export function PhoneBoard() {
  const { date, isWeek } = useBoardSearch();
  return (
    <section aria-labelledby="day-board" className="rounded-lg border border-line bg-sheet">
      {isWeek ? (
        <LazyPart skeleton={<Skeleton className="h-80" />}>
          <PhoneWeek />
        </LazyPart>
      ) : (
        <PhoneDay date={date} />
      )}
    </section>
  );
}

function PhoneDay({ date }: { date: string }) {
  const query = useBoardDay(date);
  return (
    <>
      <BoardHeader summary={query.data && summarizeJobs(query.data)}>
        <DaySheetButton day={query.data} />
      </BoardHeader>
      <Loaded
        query={query}
        skeleton={<Skeleton className="m-3 h-64" />}
        failure="We couldn't load the schedule."
        getCause={getErrorMessage}
      >
        {(day) => <Lanes key={day.date} day={day} />}
      </Loaded>
    </>
  );
}

function Lanes({ day }: { day: BoardDay }) {
  const { lane: id, show } = useBoardSearch();
  const { pendingMoves, question, place, answer } = usePlacing();
  const lanes = listPhoneLanes(day, pendingMoves);
  const lane = findPhoneLane(lanes, id);
  if (!lane) return null;
  return (
    <>
      <LanePicker
        lanes={lanes.map(({ id: each, name, jobs }) => ({ id: each, name, count: jobs.length }))}
        value={lane.id}
        onChange={(laneId) => show({ lane: laneId })}
      />
      {day.holiday !== null && (
        <p className="border-t border-line px-4 py-2 text-sm font-semibold">
          Closed: {day.holiday}
        </p>
      )}
      <PhoneLaneJobs
        lane={lane}
        day={day}
        isMoving={(jobId) => pendingMoves.has(jobId)}
        onMove={(job, spot) => void place(job, spot)}
      />
      {question && (
        <LazyDialog onClose={() => answer(false)}>
          <ConfirmMoveDialog question={question} onAnswer={answer} />
        </LazyDialog>
      )}
    </>
  );
}
