import {
  distance,
  findCrossing,
  lengthOf,
  segmentsOf,
  getPartOfLine,
  type Line,
  type Point,
} from './town-geometry.ts';
import type { StreetKind } from './town-plan.ts';

/** A piece of a street in the network. */
export interface StreetPiece {
  readonly street: number;
  readonly kind: StreetKind;
  readonly line: Line;
  /** Meters from the start of the street to the start of the piece. */
  readonly from: number;
}

/** A part of a street from one crossing to the next. */
export interface Block {
  readonly street: number;
  readonly kind: StreetKind;
  readonly line: Line;
  readonly length: number;
  /** Meters from the start of the street to the start of the block. */
  readonly from: number;
  /** The numbers of the crossings at its start and end: indexes in `Network.crossings`. */
  readonly ends: readonly [number, number];
}

/** The street network on which vans drive: blocks that meet at crossings. */
export interface Network {
  readonly crossings: readonly Point[];
  readonly blocks: readonly Block[];
  /** For each crossing, the indexes of the blocks that end there. */
  readonly blocksAt: readonly (readonly number[])[];
}

/** A dead end shorter than this, in meters, is only the remainder of a cut line, so it is left out. */
const shortestEnd = 12;

/** The cell size, in meters, of the grid that is used to find neighbors. */
const cellSize = 250;

/** Joins pieces into a network at the points where they cross, and keeps only the network's largest connected part. */
export function joinStreets(pieces: readonly StreetPiece[]): Network {
  const cuts = findCuts(pieces);
  const crossings: Point[] = [];
  const crossingNumbers = new Map<number, number>();
  const getCrossingNumber = (point: Point): number => {
    // Points that round to the same half meter are the same crossing.
    const key = toKey(Math.round(point[0] * 2), Math.round(point[1] * 2));
    const knownNumber = crossingNumbers.get(key);
    if (knownNumber !== undefined) return knownNumber;
    crossingNumbers.set(key, crossings.length);
    return crossings.push(point) - 1;
  };
  const blocks: Block[] = pieces.flatMap((piece, index) => {
    const length = lengthOf(piece.line);
    const distances = [...(cuts[index] ?? [])].toSorted((a, b) => a - b);
    const [first, last] = [distances[0], distances.at(-1)];
    if (first === undefined || last === undefined) return [];
    if (first > shortestEnd) distances.unshift(0);
    if (length - last > shortestEnd) distances.push(length);
    const blockEnds = distances.filter(
      (meters, position) => position === 0 || meters - (distances[position - 1] ?? 0) > 0.5,
    );
    return blockEnds.slice(1).map((end, position): Block => {
      const start = blockEnds[position] ?? 0;
      const line = getPartOfLine(piece.line, start, end);
      return {
        street: piece.street,
        kind: piece.kind,
        line,
        length: end - start,
        from: piece.from + start,
        ends: [getCrossingNumber(line[0] ?? [0, 0]), getCrossingNumber(line.at(-1) ?? [0, 0])],
      };
    });
  });
  return selectLargestPart(crossings, blocks);
}

/** Returns, for each piece, the distances in meters along it at which other pieces cross it. */
function findCuts(pieces: readonly StreetPiece[]): number[][] {
  const cuts = pieces.map((): number[] => []);
  const segments = pieces.flatMap(({ line, kind }, piece) => {
    let passed = 0;
    return segmentsOf(line).map((segment) => {
      const from = passed;
      passed += distance(...segment);
      return { piece, kind, segment, from, length: passed - from };
    });
  });
  const cells = new Map<number, number[]>();
  for (const [index, { piece, kind, segment, from, length }] of segments.entries()) {
    const checkedSegments = new Set<number>();
    for (const key of cellsOf(segment)) {
      const cell = cells.get(key) ?? [];
      cells.set(key, cell);
      for (const other of cell) {
        const neighbor = segments[other];
        if (!neighbor || neighbor.piece === piece || checkedSegments.has(other)) continue;
        if (!canMeet(kind, neighbor.kind)) continue;
        checkedSegments.add(other);
        const crossing = findCrossing(segment, neighbor.segment);
        if (!crossing) continue;
        cuts[piece]?.push(from + crossing[0] * length);
        cuts[neighbor.piece]?.push(neighbor.from + crossing[1] * neighbor.length);
      }
      cell.push(index);
    }
  }
  return cuts;
}

/** Only avenues have an entrance to the highway; other streets pass under it. */
function canMeet(one: StreetKind, other: StreetKind): boolean {
  return (one !== 'highway' && other !== 'highway') || one === 'avenue' || other === 'avenue';
}

/** Returns the keys of the grid cells that a segment may cross. */
function cellsOf([a, b]: readonly [Point, Point]): number[] {
  const low = (axis: 0 | 1): number => Math.floor(Math.min(a[axis], b[axis]) / cellSize);
  const high = (axis: 0 | 1): number => Math.floor(Math.max(a[axis], b[axis]) / cellSize);
  const keys: number[] = [];
  for (let x = low(0); x <= high(0); x += 1) {
    for (let y = low(1); y <= high(1); y += 1) keys.push(toKey(x, y));
  }
  return keys;
}

/** Combines two whole numbers, each less than half a million, into one unique number. */
function toKey(x: number, y: number): number {
  return x * 1_000_000 + y;
}

/** Returns the largest connected part of the streets. */
function selectLargestPart(crossings: readonly Point[], blocks: readonly Block[]): Network {
  const blocksAt = listBlocksAt(crossings.length, blocks);
  const partByCrossing = new Map<number, number>();
  const sizes: number[] = [];
  for (const start of crossings.keys()) {
    if (partByCrossing.has(start)) continue;
    const part = sizes.push(0) - 1;
    const queue = [start];
    partByCrossing.set(start, part);
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      sizes[part] = (sizes[part] ?? 0) + 1;
      for (const block of blocksAt[at] ?? []) {
        for (const next of blocks[block]?.ends ?? []) {
          if (partByCrossing.has(next)) continue;
          partByCrossing.set(next, part);
          queue.push(next);
        }
      }
    }
  }
  const largest = sizes.indexOf(Math.max(...sizes));
  const keptBlocks = blocks.filter(({ ends }) => partByCrossing.get(ends[0]) === largest);
  return { crossings, blocks: keptBlocks, blocksAt: listBlocksAt(crossings.length, keptBlocks) };
}

function listBlocksAt(count: number, blocks: readonly Block[]): number[][] {
  const blocksAt = Array.from({ length: count }, (): number[] => []);
  for (const [index, { ends }] of blocks.entries()) {
    blocksAt[ends[0]]?.push(index);
    if (ends[1] !== ends[0]) blocksAt[ends[1]]?.push(index);
  }
  return blocksAt;
}
