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

/** The cost of driving a meter, relative to a meter on an avenue. Vans prefer avenues to small streets. */
const costPerMeter = {
  highway: 0.8,
  avenue: 1,
  drive: 1.2,
  street: 1.3,
  loop: 1.3,
  court: 1.3,
} as const;

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
  const costsToGoal = new Map(
    ends.map((end) => [goal.block.ends[end], getCost(goal.block, metersTo(goal, end))]),
  );
  const firstSteps = ends.map((end): Step => ({
    crossing: start.block.ends[end],
    cost: getCost(start.block, metersTo(start, end)),
    previous: null,
    block: null,
  }));
  const lastStep = findLastStep(network, firstSteps, costsToGoal, goal);
  if (!lastStep) return [getPointAlong(start.block.line, start.meters).point];
  const steps: Step[] = [];
  for (let step: Step | null = lastStep; step; step = step.previous) steps.unshift(step);
  const startsAt = steps[0]?.crossing === start.block.ends[0] ? 0 : start.block.length;
  const endsAt = lastStep.crossing === goal.block.ends[0] ? 0 : goal.block.length;
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

/** Returns the point this many meters along the route between two points; the destination if the route is shorter. */
export function getPointOnRoute(network: Network, from: Point, to: Point, meters: number): Point {
  const route = findRoute(network, from, to);
  return lengthOf(route) === 0 ? (route[0] ?? from) : getPointAlong(route, meters).point;
}

/** A crossing on a route, and how it was reached. */
interface Step {
  readonly crossing: number;
  readonly cost: number;
  readonly previous: Step | null;
  readonly block: Block | null;
}

/** Searches for the best route from the first steps to one of the goal's crossings (A*). Returns its last step. */
function findLastStep(
  { crossings, blocks, blocksAt }: Network,
  firstSteps: readonly Step[],
  costsToGoal: ReadonlyMap<number, number>,
  goal: Spot,
): Step | null {
  const target = getPointAlong(goal.block.line, goal.meters).point;
  const estimate = ({ crossing, cost: costSoFar }: Step): number =>
    costSoFar + distance(crossings[crossing] ?? target, target) * costPerMeter.highway;
  const queue: { step: Step; estimate: number }[] = [];
  const add = (step: Step): void => {
    const entry = { step, estimate: estimate(step) };
    // The queue is sorted by estimate, with the lowest last.
    let [low, high] = [0, queue.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((queue[middle]?.estimate ?? 0) > entry.estimate) low = middle + 1;
      else high = middle;
    }
    queue.splice(low, 0, entry);
  };
  for (const step of firstSteps) add(step);
  const visitedCrossings = new Set<number>();
  let best: { step: Step; cost: number } | null = null;
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { step } = next;
    if (best && next.estimate >= best.cost) break;
    if (visitedCrossings.has(step.crossing)) continue;
    visitedCrossings.add(step.crossing);
    const toGoal = costsToGoal.get(step.crossing);
    if (toGoal !== undefined && step.cost + toGoal < (best?.cost ?? Infinity)) {
      best = { step, cost: step.cost + toGoal };
    }
    for (const index of blocksAt[step.crossing] ?? []) {
      const block = blocks[index];
      if (!block) continue;
      const crossing = block.ends[0] === step.crossing ? block.ends[1] : block.ends[0];
      if (visitedCrossings.has(crossing)) continue;
      add({ crossing, cost: step.cost + getCost(block, block.length), previous: step, block });
    }
  }
  return best?.step ?? null;
}

/** Returns the cost of driving this many meters on the block. */
function getCost(block: Block, meters: number): number {
  return meters * costPerMeter[block.kind];
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
  let leastMeters = Infinity;
  for (const block of blocks) {
    // No point of the block is nearer than this.
    if (distance(block.line[0] ?? point, point) - block.length > leastMeters) continue;
    let passed = 0;
    for (let index = 1; index < block.line.length; index += 1) {
      const [a, b] = [block.line[index - 1] ?? point, block.line[index] ?? point];
      const { fraction, meters } = findNearestOn([a, b], point);
      const length = distance(a, b);
      if (meters < leastMeters) {
        leastMeters = meters;
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
