import {
  distance,
  findNearestOn,
  lengthOf,
  getPartOfLine,
  getPointAlong,
  type Line,
  type Point,
} from './town-geometry.ts';
import type { Block, Network } from './town-network.ts';

/** The cost of a meter relative to a meter on an avenue. Vans prefer avenues to small streets. */
const effort = { highway: 0.8, avenue: 1, drive: 1.2, street: 1.3, loop: 1.3, court: 1.3 } as const;

/** A point on a block of the network. */
interface Spot {
  readonly block: Block;
  /** The distance from the start of the block. */
  readonly meters: number;
}

/** Returns the route along the streets between two points, each moved to the nearest street first. */
export function findRoute(network: Network, from: Point, to: Point): Line {
  const start = findSpot(network, from);
  const goal = findSpot(network, to);
  const ends = [0, 1] as const;
  if (start.block === goal.block) return getPartOfBlock(start.block, start.meters, goal.meters);
  const efforts = new Map(
    ends.map((end) => [goal.block.ends[end], effortOf(goal.block, metersTo(goal, end))]),
  );
  const first = ends.map((end): Step => ({
    crossing: start.block.ends[end],
    effort: effortOf(start.block, metersTo(start, end)),
    previous: null,
    block: null,
  }));
  const last = findSteps(network, first, efforts, goal);
  if (!last) return [getPointAlong(start.block.line, start.meters).point];
  const steps: Step[] = [];
  for (let step: Step | null = last; step; step = step.previous) steps.unshift(step);
  const startsAt = steps[0]?.crossing === start.block.ends[0] ? 0 : start.block.length;
  const endsAt = last.crossing === goal.block.ends[0] ? 0 : goal.block.length;
  return [
    getPartOfBlock(start.block, start.meters, startsAt),
    ...steps.flatMap(({ block, previous }) =>
      block && previous
        ? [block.ends[0] === previous.crossing ? block.line : block.line.toReversed()]
        : [],
    ),
    getPartOfBlock(goal.block, endsAt, goal.meters),
  ].flat();
}

/** Returns the point this many meters along the route; the destination if the route is shorter. */
export function getPointOnRoute(network: Network, from: Point, to: Point, meters: number): Point {
  const route = findRoute(network, from, to);
  return lengthOf(route) === 0 ? (route[0] ?? from) : getPointAlong(route, meters).point;
}

/** A crossing on a route, and how it was reached. */
interface Step {
  readonly crossing: number;
  readonly effort: number;
  readonly previous: Step | null;
  readonly block: Block | null;
}

/** Searches for the best route from the first steps to one of the goal's crossings (A*). Returns its last step. */
function findSteps(
  { crossings, blocks, blocksAt }: Network,
  first: readonly Step[],
  efforts: ReadonlyMap<number, number>,
  goal: Spot,
): Step | null {
  const target = getPointAlong(goal.block.line, goal.meters).point;
  const estimate = ({ crossing, effort: effortSoFar }: Step): number =>
    effortSoFar + distance(crossings[crossing] ?? target, target) * effort.highway;
  const open: { step: Step; estimate: number }[] = [];
  const add = (step: Step): void => {
    const entry = { step, estimate: estimate(step) };
    // `open` is sorted by estimate, with the lowest last.
    let [low, high] = [0, open.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((open[middle]?.estimate ?? 0) > entry.estimate) low = middle + 1;
      else high = middle;
    }
    open.splice(low, 0, entry);
  };
  for (const step of first) add(step);
  const done = new Set<number>();
  let best: { step: Step; effort: number } | null = null;
  for (let next = open.pop(); next; next = open.pop()) {
    const { step } = next;
    if (best && next.estimate >= best.effort) break;
    if (done.has(step.crossing)) continue;
    done.add(step.crossing);
    const toGoal = efforts.get(step.crossing);
    if (toGoal !== undefined && step.effort + toGoal < (best?.effort ?? Infinity)) {
      best = { step, effort: step.effort + toGoal };
    }
    for (const index of blocksAt[step.crossing] ?? []) {
      const block = blocks[index];
      if (!block) continue;
      const crossing = block.ends[0] === step.crossing ? block.ends[1] : block.ends[0];
      if (done.has(crossing)) continue;
      add({ crossing, effort: step.effort + effortOf(block, block.length), previous: step, block });
    }
  }
  return best?.step ?? null;
}

/** Returns how costly it is to drive this many meters on the block, relative to meters on an avenue. */
function effortOf(block: Block, meters: number): number {
  return meters * effort[block.kind];
}

function metersTo({ block, meters }: Spot, end: 0 | 1): number {
  return end === 0 ? meters : block.length - meters;
}

/** Returns the part of a block's line between two distances along it; reversed if `start` is after `end`. */
function getPartOfBlock({ line }: Block, start: number, end: number): Line {
  return start > end
    ? getPartOfLine(line, end, start).toReversed()
    : getPartOfLine(line, start, end);
}

/** Returns the nearest point on any street. */
function findSpot({ blocks }: Network, point: Point): Spot {
  let nearest: Spot | null = null;
  let least = Infinity;
  for (const block of blocks) {
    // No point of the block is nearer than this.
    if (distance(block.line[0] ?? point, point) - block.length > least) continue;
    let passed = 0;
    for (let index = 1; index < block.line.length; index += 1) {
      const [a, b] = [block.line[index - 1] ?? point, block.line[index] ?? point];
      const { fraction, meters } = findNearestOn([a, b], point);
      const length = distance(a, b);
      if (meters < least) {
        least = meters;
        nearest = { block, meters: passed + fraction * length };
      }
      passed += length;
    }
  }
  if (!nearest) throw new Error('The town has no streets.');
  return nearest;
}

/** Returns the distance in meters from a point to the nearest street. */
export function metersToStreet(network: Network, point: Point): number {
  const { block, meters } = findSpot(network, point);
  return distance(getPointAlong(block.line, meters).point, point);
}
