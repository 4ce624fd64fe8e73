import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from 'react';
import { flushSync } from 'react-dom';
import { snapStart, toMinuteAt, type Span, type Spot } from './geometry.ts';
import { getDuration, getSpot } from './lanes.ts';

/** A job that is being moved, by pointer or keyboard. */
export interface HeldJob {
  /** The job as it was when it was picked up, even if someone else has changed it since. */
  readonly job: Appointment;
  readonly spot: Spot;
  readonly inputMethod: 'pointer' | 'keyboard';
}

/** The number of pixels that the pointer has to move before a press becomes a drag. */
const dragThreshold = 4;

/** A drag within `scrollMargin` pixels of an edge scrolls the board by `scrollStep` pixels about once per frame. */
const scrollMargin = 36;
const scrollStep = 14;
const scrollIntervalMs = 16;

interface Press {
  readonly job: Appointment;
  readonly x: number;
  readonly y: number;
  /** Minutes from the start of the job to the pointer. */
  readonly offset: number;
}

interface HeldJobOptions {
  range: Span;
  /** Returns the job with this id, if the viewer can move it. */
  findMovableJob: (id: number) => Appointment | undefined;
  /** Called with the job and the spot where it was dropped, even if that is its original spot. */
  onDrop: (job: Appointment, spot: Spot) => void;
}

/** Tracks the job that the user is moving by pointer or keyboard. */
export function useHeldJob({ range, findMovableJob, onDrop }: HeldJobOptions) {
  const [held, setHeldState] = useState<HeldJob | null>(null);
  // Also kept in a ref, because handlers can run before the next render.
  const latest = useRef<HeldJob | null>(null);
  const press = useRef<Press | null>(null);
  const pointer = useRef({ x: 0, y: 0 });
  const wasDragged = useRef(false);
  const isDragging = held?.inputMethod === 'pointer';

  function setHeld(next: HeldJob | null): void {
    latest.current = next;
    setHeldState(next);
  }

  /** Returns the spot under the pointer, or the last spot if the pointer is not over a lane. */
  function findSpot({ job, offset }: Press, last: Spot): Spot {
    const { x, y } = pointer.current;
    const lane = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-lane]');
    const track = lane?.querySelector('[data-track]')?.getBoundingClientRect();
    if (!lane || !track) return last;
    const start = snapStart(toMinuteAt(x, track, range) - offset, getDuration(job), range);
    return { mechanicId: lane.dataset['lane'] || null, start };
  }

  function followPointer(): void {
    const currentPress = press.current;
    if (!currentPress) return;
    const last = latest.current;
    const spot = findSpot(currentPress, last?.spot ?? getSpot(currentPress.job));
    if (!last || !isSameSpot(last.spot, spot)) {
      // Renders synchronously, because the browser delivers a pointer move just before it draws a frame. Otherwise, React would
      // render it after that frame, and the block would follow the pointer one frame later.
      flushSync(() => setHeld({ job: currentPress.job, spot, inputMethod: 'pointer' }));
    }
  }

  function endPress(): void {
    press.current = null;
  }

  function release(): void {
    endPress();
    setHeld(null);
  }

  function drop(): void {
    const heldJob = latest.current;
    release();
    if (heldJob) onDrop(heldJob.job, heldJob.spot);
  }

  // During a drag, Escape puts the job back, wherever focus is, and the board scrolls when the pointer is near an edge.
  useEffect(() => {
    if (!isDragging) return;
    const cancelOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      release();
    };
    const scroll = setInterval(() => {
      const { x, y } = pointer.current;
      const board = document.querySelector('[data-board]');
      const edges = board?.getBoundingClientRect();
      if (!board || !edges) return;
      const top = getScrollStep(y, edges.top + scrollMargin, edges.bottom - scrollMargin);
      const left = getScrollStep(x, edges.left + scrollMargin, edges.right - scrollMargin);
      if (top === 0 && left === 0) return;
      board.scrollBy(left, top);
      followPointer();
    }, scrollIntervalMs);
    addEventListener('keydown', cancelOnEscape);
    return () => {
      clearInterval(scroll);
      removeEventListener('keydown', cancelOnEscape);
    };
  });

  return {
    held,
    /** Whether the click being handled ends a drag. */
    wasDragged: () => wasDragged.current,
    pickUp: (job: Appointment) => setHeld({ job, spot: getSpot(job), inputMethod: 'keyboard' }),
    move: (spot: Spot) => latest.current && setHeld({ ...latest.current, spot }),
    release,
    drop,
    /** The handlers for the element that contains all blocks, because a held block may become a new element. */
    pointerHandlers: {
      onPointerDown(event: ReactPointerEvent<HTMLElement>) {
        wasDragged.current = false;
        if (event.button !== 0 || latest.current) return;
        const block = findBlock(event.target);
        const job = block && findMovableJob(toJobId(block));
        if (!job) return;
        const { left, width } = block.getBoundingClientRect();
        const offset = ((event.clientX - left) / width) * getDuration(job);
        press.current = { job, x: event.clientX, y: event.clientY, offset };
      },
      onPointerMove(event: ReactPointerEvent<HTMLElement>) {
        const currentPress = press.current;
        if (!currentPress) return;
        pointer.current = { x: event.clientX, y: event.clientY };
        const distance = Math.hypot(event.clientX - currentPress.x, event.clientY - currentPress.y);
        if (!latest.current && distance < dragThreshold) return;
        if (!latest.current) event.currentTarget.setPointerCapture(event.pointerId);
        wasDragged.current = true;
        followPointer();
      },
      onPointerUp: () => (latest.current?.inputMethod === 'pointer' ? drop() : endPress()),
      onPointerCancel: () => (latest.current?.inputMethod === 'keyboard' ? endPress() : release()),
    },
  };
}

/** Returns the block that contains an event's target; null if the target is not in a block. */
export function findBlock(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-job]') : null;
}

/** Returns the id of a block's job. */
export function toJobId(block: HTMLElement): number {
  return Number(block.dataset['job']);
}

function isSameSpot(a: Spot, b: Spot): boolean {
  return a.mechanicId === b.mechanicId && a.start === b.start;
}

/** Returns how far to scroll along one axis for a pointer at this position: 0 between the two limits. */
function getScrollStep(position: number, min: number, max: number): number {
  if (position < min) return -scrollStep;
  return position > max ? scrollStep : 0;
}
