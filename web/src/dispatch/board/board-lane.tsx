import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { memo } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { BoardBlock } from './board-block.tsx';
import { listHours, toPercentages, toSpan, type Span, type Spot } from './geometry.ts';
import { HeldBlock } from './held-block.tsx';
import { FittingTimes } from './fitting-times.tsx';
import { countText, describeDay, hasSameBlocks, getDuration, type Lane } from './lanes.ts';

/** The classes of a lane's header, which stays in view while the hours scroll. */
export const laneHeaderClass =
  'sticky left-0 z-10 w-36 shrink-0 border-r border-line bg-sheet px-3 xl:w-48';

/** The height of a row of blocks, in pixels. */
const rowHeight = 46;

/** The space between blocks in adjacent rows, and between the blocks and the lane's edge, in pixels. */
const blockGap = 4;
const laneInset = 3;

interface BoardLaneProps {
  lane: Lane;
  /** The lane's height, in rows of blocks. */
  rows: number;
  range: Span;
  /** The current minute of the day; null if the day is not today. */
  nowMinute: number | null;
  /** The held job, if it is from this lane or would be dropped here. */
  heldJob: Appointment | null;
  /** Where the held job would be dropped, if that is in this lane. */
  spot: Spot | null;
  selectedId: number | null;
  /** The only block that the Tab key reaches; the arrow keys reach the others. */
  focusableId: number | null;
  /** The new spots, by job id, that the server has not confirmed yet. */
  pendingMoves: ReadonlyMap<number, Spot>;
  /** Whether the viewer is allowed to move a job. */
  isMovable: (job: Appointment) => boolean;
}

/** Renders a lane: the mechanic's name, the hours, and the jobs. Memoized, because there can be many lanes. */
export const BoardLane = memo(Lane, hasSameProps);

function Lane({
  lane,
  rows,
  range,
  nowMinute,
  heldJob,
  spot,
  selectedId,
  focusableId,
  pendingMoves,
  isMovable,
}: BoardLaneProps) {
  const { mechanic, mechanicId, name, blocks } = lane;
  const toStyle = (span: Span) => {
    const { left, width } = toPercentages(span, range);
    return { left: `${left}%`, width: `${width}%` };
  };
  const height = rows * rowHeight;
  // While a job is held, a lane keeps its height: if it needs more rows, each row is shorter.
  const rowStep = height / Math.max(rows, lane.rows);
  return (
    <div
      role="group"
      aria-label={mechanic ? `${name}, ${describeDay(lane)}` : name}
      data-lane={mechanicId ?? ''}
      className={classNames(
        'flex border-b border-line last:border-b-0',
        mechanicId === null && 'border-b-line-strong bg-paper',
      )}
    >
      <div
        className={classNames(
          laneHeaderClass,
          'flex min-w-0 flex-col justify-center py-1',
          mechanicId === null && 'bg-paper',
        )}
      >
        <span className="truncate text-sm font-semibold">{name}</span>
        <span className="figures truncate text-xs text-ink-soft">
          {mechanicId === null ? countText(blocks.length) : describeDay(lane)}
        </span>
      </div>
      <div data-track className="relative min-w-0 flex-1" style={{ height: height + blockGap }}>
        {mechanicId !== null && (
          <>
            <span className="absolute inset-0 bg-well" />
            {mechanic?.hours.map((hours) => (
              <span
                key={hours.startTime}
                className="absolute inset-y-0 bg-sheet"
                style={toStyle(toSpan(hours))}
              />
            ))}
            {mechanic?.timeOff.map((off) => (
              <span
                key={off.startTime}
                className="absolute inset-y-0 flex items-center overflow-hidden bg-hatched px-2 text-xs font-medium text-ink-soft"
                style={toStyle(toSpan(off))}
              >
                <span className="truncate rounded-sm bg-well px-1">{off.reason ?? 'Time off'}</span>
              </span>
            ))}
          </>
        )}
        {listHours(range).map((hour) => (
          <span
            key={hour}
            className="absolute inset-y-0 border-l border-line"
            style={{ left: toStyle({ from: hour, to: hour }).left }}
          />
        ))}
        <FittingTimes mechanicId={mechanicId} toStyle={toStyle} />
        {blocks.map(({ job, row }) => (
          <BoardBlock
            key={job.id}
            job={job}
            laneName={name}
            isSelected={job.id === selectedId}
            isHeld={job.id === heldJob?.id}
            isMoving={pendingMoves.has(job.id)}
            isMovable={isMovable(job) && !pendingMoves.has(job.id)}
            tabIndex={job.id === focusableId ? 0 : -1}
            {...toPercentages(toSpan(job), range)}
            top={row * rowStep + laneInset}
            height={rowStep - blockGap}
          />
        ))}
        {nowMinute !== null && (
          <span
            data-now
            className="pointer-events-none absolute inset-y-0 z-[3] w-0.5 -translate-x-1/2 bg-signal"
            style={{ left: toStyle({ from: nowMinute, to: nowMinute }).left }}
          />
        )}
        {heldJob && spot && (
          <HeldBlock
            job={heldJob}
            spot={spot}
            style={toStyle({ from: spot.start, to: spot.start + getDuration(heldJob) })}
          />
        )}
      </div>
    </div>
  );
}

/** Compares the visible content of lanes and pending moves, because each change creates new objects. */
function hasSameProps(before: BoardLaneProps, after: BoardLaneProps): boolean {
  const { lane: laneBefore, pendingMoves: movesBefore, ...othersBefore } = before;
  const { lane, pendingMoves: moves, ...others } = after;
  const names = Object.keys(others) as (keyof typeof others)[];
  return (
    names.every((name) => Object.is(othersBefore[name], others[name])) &&
    hasSameBlocks(laneBefore, lane) &&
    lane.blocks.every(({ job }) => movesBefore.has(job.id) === moves.has(job.id))
  );
}
