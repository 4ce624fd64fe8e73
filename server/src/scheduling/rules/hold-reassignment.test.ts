import {
  defaultBookingRules,
  listAllStartTimes,
} from '@curbwrench/contract/scheduling/booking-rules';
import { toMinutes } from '@curbwrench/contract/fields/calendar';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { between, dayPlan, commitment, mechanicDay } from '@curbwrench/testing/day-plans';
import { decideAssignment, rankCandidates } from './assignment.ts';
import { chooseSlot, listSlots } from './availability.ts';
import type { DayPlan, Commitment, Interval, MechanicDay } from './day-plan.ts';
import { findPlacement, planHolds, type JobToPlace } from './holds.ts';

const timeZone = 'America/Los_Angeles';

/** The start times of a day under the default rules. */
const slotTimes = listAllStartTimes(defaultBookingRules);

/*
 * Property tests on small random days. Each result is checked by trying every arrangement. A failure prints its seed
 * and the smallest day that reproduces it.
 */
const runOptions = { seed: 20250611, numRuns: 400 };

const mechanics = fc
  .array(
    fc.record({
      skills: fc.subarray(['brakes', 'engine']),
      hours: fc.constantFrom(
        [between('08:00', '18:00')],
        [between('08:00', '12:00'), between('13:00', '18:00')],
        [between('10:00', '12:00')],
        [],
      ),
      off: fc.constantFrom([], [], [], [between('11:00', '12:30')]),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((people) => people.map((details, index) => mechanicDay(`m${index}`, details)));

const nineAm = 9 * 60;

/** Intervals that start between 9:00 and 12:30, so that many of them conflict. */
const interval = fc
  .record({ halfHours: fc.nat(7), length: fc.constantFrom(30, 60, 90, 180) })
  .map(({ halfHours, length }) => ({
    from: nineAm + halfHours * 30,
    to: nineAm + halfHours * 30 + length,
  }));

const skills = fc.constantFrom<readonly string[]>(
  [],
  [],
  ['brakes'],
  ['engine'],
  ['brakes', 'engine'],
);

const appointments = fc.array(
  fc.record({
    interval,
    skills,
    mechanicIndex: fc.nat(3),
    kind: fc.constantFrom('hold', 'hold', 'fixed', 'none'),
  }),
  { maxLength: 6 },
);

/** A day that the database could contain: no one has two jobs at the same time, but a hold may be invalid. */
const smallDay = fc
  .record({
    mechanics,
    appointments,
    mustEndWithinWorkingHours: fc.constantFrom(false, false, true),
  })
  .map(({ appointments: requests, ...rest }) => {
    const commitments: Commitment[] = [];
    for (const [index, request] of requests.entries()) {
      const mechanicId = rest.mechanics[request.mechanicIndex]?.id ?? null;
      const next = commitment(index + 1, request.interval, {
        skills: request.skills,
        mechanicId: request.kind === 'fixed' ? mechanicId : null,
        heldMechanicId: request.kind === 'hold' ? mechanicId : null,
      });
      if (!commitments.some((other) => conflicts(other, next))) commitments.push(next);
    }
    return dayPlan({ ...rest, commitments });
  });

const newJob = fc.record({ interval, skills });

describe('a hold on a small day', () => {
  test('is found if and only if all holds can be arranged to make room for it', () => {
    fc.assert(
      fc.property(smallDay, newJob, (plan, job) => {
        const placement = findPlacement(plan, job);
        expect(placement !== null).toBe(isPossible(plan, job));
        if (!placement) return;
        const booked = { ...commitment(99, job.interval), skills: job.skills };
        expectValidDay(plan, [booked], new Map([...placement.moves, [99, placement.mechanicId]]));
        expect([...placement.moves.keys()]).not.toContain(99);
      }),
      runOptions,
    );
  });

  test('moves no other hold if someone is free', () => {
    fc.assert(
      fc.property(smallDay, newJob, (plan, job) => {
        const isSomeoneFree = plan.mechanics.some(
          (mechanic) =>
            qualifies(plan, mechanic, job) &&
            plan.commitments.every(
              (other) =>
                getHolder(other) !== mechanic.id || !overlaps(other.interval, job.interval),
            ),
        );
        fc.pre(isSomeoneFree);
        expect(findPlacement(plan, job)?.moves.size).toBe(0);
      }),
      runOptions,
    );
  });

  test('is found for an existing appointment as if it took up no time yet', () => {
    fc.assert(
      fc.property(smallDay, fc.nat(5), (plan, index) => {
        const ownCommitment = plan.commitments[index];
        fc.pre(ownCommitment !== undefined);
        const job = { interval: ownCommitment.interval, skills: ownCommitment.skills };
        const planWithoutIt = {
          ...plan,
          commitments: plan.commitments.filter((other) => other !== ownCommitment),
        };
        const placement = findPlacement(plan, {
          ...job,
          appointmentId: ownCommitment.appointmentId,
        });
        expect(placement).toEqual(findPlacement(planWithoutIt, job));
      }),
      runOptions,
    );
  });
});

describe('the slots of a small day', () => {
  test('are open if and only if a booking is accepted, that is, if and only if an arrangement exists', () => {
    const now = { date: '2025-06-11', minutes: 9 * 60 + 30, isOfficeBooking: false, timeZone };
    const service = fc.record({ duration: fc.constantFrom(30, 60, 120, 480), skills });
    fc.assert(
      fc.property(smallDay, service, (day, { duration, skills: needed }) => {
        const plan = { ...day, rules: defaultBookingRules };
        const slots = listSlots(plan, { duration, skills: needed }, now);
        expect(slots.map(({ startTime }) => startTime)).toEqual(slotTimes);
        for (const { startTime, available, reason } of slots) {
          const choice = chooseSlot(plan, { duration, skills: needed }, startTime, now);
          expect(choice.ok).toBe(available);
          expect(reason === null).toBe(available);
          const from = toMinutes(startTime);
          const job = { interval: { from, to: from + duration }, skills: needed };
          const earliestStart = now.minutes + defaultBookingRules.noticeHours * 60;
          const isBookable = from >= earliestStart && from + duration <= 1440;
          expect(available).toBe(isBookable && isPossible(plan, job));
        }
      }),
      runOptions,
    );
  });
});

describe('an assignment on a small day', () => {
  test('is accepted if and only if all holds remain possible, and returns which of them move', () => {
    fc.assert(
      fc.property(smallDay, fc.nat(6), newJob, (plan, index, other) => {
        const ownCommitment = plan.commitments[index];
        const job: JobToPlace = ownCommitment
          ? {
              interval: ownCommitment.interval,
              skills: ownCommitment.skills,
              appointmentId: ownCommitment.appointmentId,
            }
          : other;
        const rest = {
          ...plan,
          commitments: plan.commitments.filter((each) => each !== ownCommitment),
        };
        const ranked = rankCandidates(
          plan,
          job,
          plan.mechanics.map(({ id }) => ({ id, status: 'available' })),
        );
        for (const { id } of plan.mechanics) {
          const decision = decideAssignment(plan, job, id);
          expect(decision.ok).toBe(isPossible(rest, job, id));
          expect(ranked.find((candidate) => candidate.id === id)?.free).toBe(decision.ok);
          if (!decision.ok) continue;
          const fixed = commitment(99, job.interval, { skills: job.skills });
          expectValidDay(rest, [fixed], new Map([...decision.moves, [99, id]]));
        }
        expect(ranked.length).toBe(plan.mechanics.length);
        expect(ranked.every(({ reasons }) => reasons.length > 0)).toBe(true);
      }),
      runOptions,
    );
  });
});

describe('placing the missing holds on a small day', () => {
  test('places every hold that fits, without removing a valid one', () => {
    fc.assert(
      fc.property(smallDay, (plan) => {
        const ids = plan.commitments.map(({ appointmentId }) => appointmentId);
        const holds = planHolds(plan, ids);
        const unplaced = plan.commitments.filter((each) => {
          const holder = plan.mechanics.find(({ id }) => id === each.heldMechanicId);
          return each.mechanicId === null && !(holder && qualifies(plan, holder, each));
        });
        const keptCommitments = plan.commitments.filter((each) => !unplaced.includes(each));
        expectValidDay({ ...plan, commitments: keptCommitments }, unplaced, holds);
        const after = {
          ...plan,
          commitments: [
            ...keptCommitments.map((each) => ({
              ...each,
              heldMechanicId: holds.get(each.appointmentId) ?? each.heldMechanicId,
            })),
            ...unplaced.map((each) => ({
              ...each,
              heldMechanicId: holds.get(each.appointmentId) ?? null,
            })),
          ],
        };
        for (const each of after.commitments) {
          if (getHolder(each) === null) expect(isPossible(after, each)).toBe(false);
        }
      }),
      runOptions,
    );
  });
});

test('even on a large day, no mechanic is held for two jobs at the same time', () => {
  const people = Array.from({ length: 12 }, (_, index) =>
    mechanicDay(`m${index}`, {
      skills: ['brakes', 'engine', 'tires'].filter((_skill, bit) => index & (1 << bit)),
    }),
  );
  const requests = fc.array(
    fc.record({
      interval,
      skills: fc.constantFrom<readonly string[]>(
        [],
        ['brakes'],
        ['engine'],
        ['tires'],
        ['brakes', 'tires'],
      ),
      fixed: fc.boolean(),
    }),
    { minLength: 60, maxLength: 60 },
  );
  fc.assert(
    fc.property(requests, (bookings) => {
      let plan = dayPlan({ mechanics: people });
      for (const [index, request] of bookings.entries()) {
        const placement = findPlacement(plan, request);
        if (!placement) continue;
        const booked = commitment(index + 1, request.interval, { skills: request.skills });
        const holds = new Map([...placement.moves, [index + 1, placement.mechanicId]]);
        plan = expectValidDay(plan, [booked], holds);
        if (!request.fixed) continue;
        plan = {
          ...plan,
          commitments: plan.commitments.map((each) =>
            each.appointmentId === index + 1
              ? { ...each, mechanicId: placement.mechanicId, heldMechanicId: null }
              : each,
          ),
        };
      }
      expect(plan.commitments.length).toBeGreaterThan(12);
    }),
    { seed: 20250611, numRuns: 20 },
  );
});

/**
 * Returns whether the job and every hold on that day can each have a mechanic, by trying all arrangements. A hold may
 * stay with its mechanic even if it is invalid.
 */
function isPossible(
  plan: DayPlan,
  job: { readonly interval: Interval; readonly skills: readonly string[] },
  onlyMechanicId?: string,
): boolean {
  const taken = plan.commitments
    .filter(({ mechanicId }) => mechanicId !== null)
    .map((fixed) => ({ id: fixed.mechanicId, interval: fixed.interval }));
  const held = plan.commitments.filter(({ heldMechanicId }) => heldMechanicId !== null);
  const jobs = [
    {
      interval: job.interval,
      choices: plan.mechanics
        .filter((mechanic) => qualifies(plan, mechanic, job))
        .map(({ id }) => id)
        .filter((id) => onlyMechanicId === undefined || id === onlyMechanicId),
    },
    ...held.map((each) => ({
      interval: each.interval,
      choices: plan.mechanics
        .filter(
          (mechanic) => mechanic.id === each.heldMechanicId || qualifies(plan, mechanic, each),
        )
        .map(({ id }) => id),
    })),
  ];
  return canFill(jobs, taken);
}

function canFill(
  jobs: readonly { readonly interval: Interval; readonly choices: readonly string[] }[],
  taken: readonly { readonly id: string | null; readonly interval: Interval }[],
): boolean {
  const [job, ...others] = jobs;
  if (!job) return true;
  return job.choices.some(
    (id) =>
      !taken.some((other) => other.id === id && overlaps(other.interval, job.interval)) &&
      canFill(others, [...taken, { id, interval: job.interval }]),
  );
}

/** Adds appointments to a day, applies the holds, and expects that they break no rule. Returns the resulting day. */
function expectValidDay(
  plan: DayPlan,
  newCommitments: readonly Commitment[],
  holds: ReadonlyMap<number, string>,
): DayPlan {
  const before = new Map(plan.commitments.map((each) => [each.appointmentId, each]));
  const commitments = [
    ...plan.commitments,
    ...newCommitments.map((each) => ({ ...each, heldMechanicId: null })),
  ];
  const after = commitments.map((each) => ({
    ...each,
    heldMechanicId: holds.get(each.appointmentId) ?? each.heldMechanicId,
  }));
  for (const [id, mechanicId] of holds) {
    const moved = after.find(({ appointmentId }) => appointmentId === id);
    const mechanic = plan.mechanics.find((each) => each.id === mechanicId);
    if (!moved || !mechanic) throw new Error(`#${id} was given to ${mechanicId}`);
    expect(moved.mechanicId).toBeNull();
    expect(qualifies(plan, mechanic, moved)).toBe(true);
    const previous = before.get(id);
    if (previous) expect([null, mechanicId]).not.toContain(previous.heldMechanicId);
  }
  for (const [index, each] of after.entries()) {
    expect(after.slice(index + 1).some((other) => conflicts(each, other))).toBe(false);
  }
  return { ...plan, commitments: after };
}

/** Returns whether a mechanic can do a job, checked minute by minute and independently of the product's code. */
function qualifies(
  plan: DayPlan,
  mechanic: MechanicDay,
  job: { readonly interval: Interval; readonly skills: readonly string[] },
): boolean {
  const { from, to } = job.interval;
  const works = (minute: number) => mechanic.hours.some((h) => minute >= h.from && minute < h.to);
  const isOff = (minute: number) => mechanic.off.some((o) => minute >= o.from && minute < o.to);
  if (job.skills.some((skill) => !mechanic.skills.includes(skill))) return false;
  if (!works(from)) return false;
  for (let minute = from; minute < to; minute += 1) {
    if (isOff(minute) || (plan.mustEndWithinWorkingHours && !works(minute))) return false;
  }
  return true;
}

function conflicts(a: Commitment, b: Commitment): boolean {
  return getHolder(a) !== null && getHolder(a) === getHolder(b) && overlaps(a.interval, b.interval);
}

function getHolder(each: Commitment): string | null {
  return each.mechanicId ?? each.heldMechanicId;
}

function overlaps(a: Interval, b: Interval): boolean {
  return a.from < b.to && b.from < a.to;
}
