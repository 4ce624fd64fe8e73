import type { BoardDay } from '@curbwrench/contract/appointments/board-schemas';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { transitionProblem } from '@curbwrench/contract/appointments/lifecycle';
import { toMinutes, toTimeOfDay, displayTime } from '@curbwrench/contract/fields/calendar';
import { displayId } from '@curbwrench/contract/fields/display-id';
import {
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { useBusiness } from '../../business/queries.ts';
import { useToday } from '../../business/today.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { timeIn } from '../../lib/business-time.ts';
import { useSignedInUser } from '../../session/queries.ts';
import { LazyDialog, LazyPart } from '../../ui/lazy-boundary.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useNow } from '../../ui/use-now.ts';
import { AttentionBar } from './attention-bar.tsx';
import { BoardLane, laneHeaderClass } from './board-lane.tsx';
import {
  getDayRange,
  canFit,
  listHours,
  snapStart,
  stepStart,
  toPercentages,
  type Span,
  type Spot,
} from './geometry.ts';
import { HeldJobPlacementsContext } from './fitting-times.tsx';
import { findNextJob, getDuration, listLanes, getSpot, stepLane } from './lanes.ts';
import { usePlacements } from './queries.ts';
import { canMoveJob } from './can-move-job.ts';
import { findBlock, toJobId, useHeldJob } from './use-held-job.ts';
import { usePlacing } from './use-placing.ts';

const SelectedJob = lazyComponent(async () => (await import('./selected-job.tsx')).SelectedJob);
const ConfirmMoveDialog = lazyComponent(
  async () => (await import('./confirm-move-dialog.tsx')).ConfirmMoveDialog,
);

/** The board's layout. It is frozen while a job is held, so that other people's changes don't move the lanes. */
interface Layout {
  readonly range: Span;
  /** The height of each lane, in rows of blocks, by mechanic id. */
  readonly rows: ReadonlyMap<string | null, number>;
  /** The jobs that need attention, which are listed above the lanes. */
  readonly flaggedJobs: readonly Appointment[];
}

/** Renders a day's lanes. Jobs are moved by pointer or keyboard. */
export function BoardGrid({ day }: { day: BoardDay }) {
  const viewer = useSignedInUser();
  const grid = useRef<HTMLDivElement>(null);
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState<string | null>('');
  const [frozenLayout, setFrozenLayout] = useState<Layout | null>(null);
  const { pendingMoves, question, place, answer } = usePlacing();
  const dayRange = useMemo(() => getDayRange(day), [day]);
  const range = frozenLayout?.range ?? dayRange;
  const mover = useHeldJob({ range, findMovableJob, onDrop: drop });
  const { held } = mover;
  const heldJob = held?.job ?? null;
  // Deferred, so that the picked-up block is drawn before the request is sent.
  const requestedId = useDeferredValue(heldJob?.id ?? null);
  const { data } = usePlacements(requestedId, day.date);
  const placements = heldJob && requestedId === heldJob.id ? data : undefined;
  const heldJobPlacements = useMemo(
    () => (heldJob && placements ? { placements, length: getDuration(heldJob) } : null),
    [heldJob, placements],
  );
  const nowMinute = useNowMinute(day.date);

  // While a job is held, it stays where it was picked up, even if someone else changes it.
  const displayedDay = useMemo(() => (heldJob ? withJob(day, heldJob) : day), [day, heldJob]);
  const lanes = useMemo(() => listLanes(displayedDay, pendingMoves), [displayedDay, pendingMoves]);
  const isMovable = useCallback((job: Appointment) => canMoveJob(viewer, job), [viewer]);
  const flaggedJobs =
    frozenLayout?.flaggedJobs ?? day.appointments.filter(({ attention }) => attention !== null);
  const selectedJob = displayedDay.appointments.find(({ id }) => id === selectedId) ?? null;
  const focusableId =
    selectedJob?.id ?? lanes.find(({ blocks }) => blocks[0])?.blocks[0]?.job.id ?? null;

  if (heldJob && !frozenLayout) {
    const rows = new Map(lanes.map((lane) => [lane.mechanicId, lane.rows]));
    setFrozenLayout({ range, rows, flaggedJobs });
  } else if (!heldJob && frozenLayout) setFrozenLayout(null);

  function canMove(job: Appointment): boolean {
    return !pendingMoves.has(job.id) && isMovable(job);
  }

  function findMovableJob(id: number): Appointment | undefined {
    return displayedDay.appointments.find((job) => job.id === id && canMove(job));
  }

  function drop(job: Appointment, spot: Spot): void {
    const { mechanicId, start } = getSpot(job);
    if (mechanicId === spot.mechanicId && start === spot.start) return;
    refocusId.current = job.id;
    // Removing an element that has focus makes the browser compute the whole board's layout once more.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    void place(job, spot);
  }

  // A block that moves to another lane is a new element, so it has to get focus again. This is a layout effect,
  // because a passive effect could still be pending from the previous render and would focus the old element.
  const refocusId = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (refocusId.current === null) return;
    focusJob(refocusId.current);
    refocusId.current = null;
  });

  function focusJob(id: number): void {
    grid.current?.querySelector<HTMLElement>(`[data-job="${id}"]`)?.focus({ preventScroll: false });
  }

  function describeSpot({ mechanicId, start }: Spot): string {
    const name = lanes.find((lane) => lane.mechanicId === mechanicId)?.name ?? '';
    const reason = placements?.mechanics.find(({ id }) => id === mechanicId)?.reason;
    const fit = placements && canFit(placements, { mechanicId, start });
    const fitText = fit === undefined ? '' : fit ? ' Fits.' : ` ${reason ?? "Doesn't fit."}`;
    return `${displayTime(toTimeOfDay(start))}, ${name}.${fitText}`;
  }

  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    const block = findBlock(event.target);
    const job = block && displayedDay.appointments.find(({ id }) => id === toJobId(block));
    if (!job) return;
    const { key } = event;
    if (held?.inputMethod === 'keyboard') {
      if (key === 'Enter' || key === ' ') {
        setAnnouncement(`${displayId(job.id)} dropped at ${describeSpot(held.spot)}`);
        mover.drop();
      } else if (key === 'Escape') {
        setAnnouncement(`${displayId(job.id)} is back where it was.`);
        mover.release();
      } else if (key.startsWith('Arrow')) {
        const spot = moveByKey(held.job, held.spot, key);
        mover.move(spot);
        // The status text below describes the spot, because the placements may still be loading.
        setAnnouncement(null);
      } else return;
    } else if (key === 'Enter' || key === ' ') {
      if (event.repeat) return;
      if (canMove(job)) {
        mover.pickUp(job);
        setAnnouncement(
          `${displayId(job.id)} picked up. Press the arrow keys to move it, Enter to drop it, or Escape to put it back.`,
        );
      } else showToast(toImmovableToast(job));
    } else if (key.startsWith('Arrow')) {
      const next = findNextJob(lanes, job.id, key);
      if (next !== null) focusJob(next);
    } else return;
    event.preventDefault();
  }

  function moveByKey(job: Appointment, spot: Spot, key: string): Spot {
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      const lane = stepLane(lanes, spot.mechanicId, key === 'ArrowUp' ? -1 : 1);
      return lane ? { ...spot, mechanicId: lane.mechanicId } : spot;
    }
    const start = stepStart(spot.start, key === 'ArrowRight' ? 1 : -1);
    return { ...spot, start: snapStart(start, getDuration(job), range) };
  }

  return (
    <div ref={grid}>
      <AttentionBar flaggedJobs={flaggedJobs} onSelect={focusJob} />
      {day.holiday !== null && (
        <p className="border-t border-line px-4 py-2 text-sm font-semibold">
          Closed: {day.holiday}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles its blocks' events */}
      <div
        data-board
        role="group"
        {...mover.pointerHandlers}
        onKeyDown={handleKey}
        onClick={({ target }) => {
          const block = findBlock(target);
          if (block && !mover.wasDragged()) setSelectedId(toJobId(block));
        }}
        onFocus={({ target }) => {
          const block = findBlock(target);
          if (block) setSelectedId(toJobId(block));
        }}
        aria-label="Lanes"
        // If text could be selected, a drag would move the selected text instead of a block. The utility class
        // `select-none` can't be used, because the print styles hide elements that have it.
        className="relative max-h-[max(24rem,calc(100dvh-15rem))] [user-select:none] overflow-auto border-t border-line"
      >
        <div className="min-w-[41rem]">
          <div className="sticky top-0 z-20 flex border-b border-line bg-sheet" aria-hidden>
            <span className={laneHeaderClass} />
            <span className="relative h-6 flex-1">
              {listHours(range).map((hour) => (
                <span
                  key={hour}
                  className="figures absolute top-0.5 pl-1 text-xs text-ink-faint"
                  style={{ left: `${toPercentages({ from: hour, to: hour }, range).left}%` }}
                >
                  {displayHour(hour)}
                </span>
              ))}
            </span>
          </div>
          <HeldJobPlacementsContext value={heldJobPlacements}>
            {lanes.map((lane) => {
              const hasJob = (id: number | null) => lane.blocks.some(({ job }) => job.id === id);
              const spot = held?.spot.mechanicId === lane.mechanicId ? held.spot : null;
              return (
                <BoardLane
                  key={lane.mechanicId ?? ''}
                  lane={lane}
                  rows={frozenLayout?.rows.get(lane.mechanicId) ?? lane.rows}
                  range={range}
                  nowMinute={nowMinute}
                  heldJob={heldJob && (spot || hasJob(heldJob.id)) ? heldJob : null}
                  spot={spot}
                  selectedId={hasJob(selectedId) ? selectedId : null}
                  focusableId={hasJob(focusableId) ? focusableId : null}
                  pendingMoves={pendingMoves}
                  isMovable={isMovable}
                />
              );
            })}
          </HeldJobPlacementsContext>
        </div>
      </div>
      {selectedJob ? (
        <LazyPart skeleton={<Skeleton className="m-2 h-10" />}>
          <SelectedJob job={selectedJob} day={day} canMove={canMove(selectedJob)} onMove={drop} />
        </LazyPart>
      ) : (
        <p className="flex min-h-14 items-center border-t border-line px-4 py-2 text-sm text-ink-soft">
          Drag a job to another time or mechanic. On the keyboard, press Enter to pick up a job, the
          arrow keys to move it, Enter to drop it, and Escape to put it back.
        </p>
      )}
      <p role="status" className="sr-only">
        {announcement ?? (held && describeSpot(held.spot))}
      </p>
      {question && (
        <LazyDialog onClose={() => answer(false)}>
          <ConfirmMoveDialog question={question} onAnswer={answer} />
        </LazyDialog>
      )}
    </div>
  );
}

/** Returns the day with the given version of a job, even if the job is no longer on that day. */
function withJob(day: BoardDay, job: Appointment): BoardDay {
  const others = day.appointments.filter(({ id }) => id !== job.id);
  return { ...day, appointments: [...others, job] };
}

/** Returns the current minute of the day in the business's time zone; null if the date is not today. */
function useNowMinute(date: string): number | null {
  const { timeZone } = useBusiness();
  const today = useToday();
  const now = useNow();
  return date === today ? toMinutes(timeIn(timeZone, now)) : null;
}

function toImmovableToast({ id, status }: Appointment) {
  const problem = transitionProblem('reschedule', status, ['office']);
  return {
    title: `${displayId(id)} can't be moved`,
    description: problem?.message ?? 'The job is already being moved.',
    destructive: true,
  };
}

/** Formats an hour that starts at the given minute of the day: '9 AM'. */
function displayHour(minute: number): string {
  return displayTime(toTimeOfDay(minute)).replace(':00', '');
}
