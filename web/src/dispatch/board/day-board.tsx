import { getErrorMessage } from '../../api/api-error.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { LazyPart } from '../../ui/lazy-boundary.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BoardGrid } from './board-grid.tsx';
import { BoardHeader } from './board-header.tsx';
import { DaySheetButton } from './day-sheet-button.tsx';
import { summarizeJobs } from './lanes.ts';
import { useBoardDay } from './queries.ts';
import { useBoardSearch } from './use-board-search.ts';

const WeekBoard = lazyComponent(async () => (await import('./week-board.tsx')).WeekBoard);

/** Shows the day or week in the URL, with a lane for each mechanic; the office moves and assigns jobs there. */
export function DayBoard() {
  const { date, isWeek } = useBoardSearch();
  return (
    <section
      aria-labelledby="day-board"
      className="overflow-hidden rounded-lg border border-line bg-sheet"
    >
      {isWeek ? (
        <LazyPart skeleton={<Skeleton className="h-104" />}>
          <WeekBoard />
        </LazyPart>
      ) : (
        <Day date={date} />
      )}
    </section>
  );
}

function Day({ date }: { date: string }) {
  const query = useBoardDay(date);
  return (
    <>
      <BoardHeader summary={query.data && summarizeJobs(query.data)}>
        <DaySheetButton day={query.data} />
      </BoardHeader>
      <Loaded
        query={query}
        skeleton={<Skeleton className="m-3 h-80" />}
        failure="We couldn't load the schedule."
        getCause={getErrorMessage}
      >
        {/* Keyed by date, so that no held job or open confirmation dialog is carried over to another day. */}
        {(day) => <BoardGrid key={day.date} day={day} />}
      </Loaded>
    </>
  );
}
