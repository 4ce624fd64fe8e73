import { beforeEach, describe, expect, it } from 'vitest';
import { TooltipTiming, tooltipOpenDelayMs, tooltipSkipDelayMs } from './tooltip-timing.ts';

let now: number;
let timers: { run: () => void; ms: number }[];
let openedTooltips: string[];
let timing: TooltipTiming;

const enter = (name: string) => timing.enter(() => openedTooltips.push(name));

beforeEach(() => {
  now = 10_000;
  timers = [];
  openedTooltips = [];
  timing = new TooltipTiming({
    now: () => now,
    set: (run, ms) => {
      const timer = { run, ms };
      timers.push(timer);
      return timer;
    },
    clear: (handle) => {
      timers = timers.filter((timer) => timer !== handle);
    },
  });
});

describe('a tooltip', () => {
  it('opens after a delay of 700 ms @screens.tooltips', () => {
    enter('bell');
    expect(openedTooltips).toEqual([]);
    expect(timers.map(({ ms }) => ms)).toEqual([700]);
    timers[0]?.run();
    expect(openedTooltips).toEqual(['bell']);
    expect([tooltipOpenDelayMs, tooltipSkipDelayMs]).toEqual([700, 300]);
  });

  it('never opens for a pointer that only passes over', () => {
    enter('bell');
    timing.leave();
    expect(timers).toEqual([]);
  });

  it('opens immediately within 300 ms after another tooltip closes, but not later', () => {
    enter('bell');
    timers.shift()?.run();
    timing.leave();
    now += 299;
    enter('light');
    expect(openedTooltips).toEqual(['bell', 'light']);
    timing.leave();
    now += 300;
    enter('dark');
    expect(openedTooltips).toEqual(['bell', 'light']);
    expect(timers).toHaveLength(1);
  });
});
