import fc from 'fast-check';
import { sequences, weights, type Action } from './actions.ts';
import { appCount } from './environment.ts';
import { mechanicIds, participants, type StartState } from './start-state.ts';

/**
 * One step of a scenario. Its numbers select among the records that exist when it runs, so that it can still run when
 * fast-check removes steps before it.
 */
export interface Step {
  readonly action: Action;
  /** The index of the person who makes the request; null for someone who may normally make it. */
  readonly actorIndex: number | null;
  /** Selects the record to act on among those that exist. */
  readonly target: number;
  /** Selects something else, such as a mechanic, a role or a variant of the request. */
  readonly choice: number;
  /** Days from the start of the scenario. */
  readonly day: number;
  /** The hour of the start time. */
  readonly slot: number;
}

/** A business and the steps that are run on it, one after another. */
export interface Scenario {
  readonly startState: StartState;
  readonly steps: readonly Step[];
}

/** Generates null `nullWeight` times as often as a value. */
function nullOr<T>(nullWeight: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: nullWeight, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

function repeatValues(times: number, ...values: readonly number[]): number[] {
  return Array.from({ length: times }, () => values).flat();
}

const skill = fc.constantFrom('brakes', 'engine');

const mechanic = fc.record({
  skills: fc.constantFrom(['brakes', 'engine'], ['brakes', 'engine'], ['brakes'], ['engine'], []),
  hours: fc.oneof(
    { weight: 5, arbitrary: fc.constant([[8, 18]] as const) },
    { weight: 1, arbitrary: fc.constant([[8, 12]] as const) },
    {
      weight: 1,
      arbitrary: fc.constant([
        [8, 10],
        [12, 18],
      ] as const),
    },
    { weight: 1, arbitrary: fc.constant([[10, 20]] as const) },
    { weight: 1, arbitrary: fc.constant([]) },
  ),
  available: fc.boolean(),
  timeOff: nullOr(
    3,
    fc.record({
      day: fc.integer({ min: 0, max: 3 }),
      from: fc.integer({ min: 8, max: 11 }),
      to: fc.integer({ min: 12, max: 23 }),
    }),
  ),
});

const service = fc.record({
  duration: fc.constantFrom(60, 60, 60, 90, 120, 120, 150, 30, 600),
  skill: nullOr(1, skill),
});

const startState: fc.Arbitrary<StartState> = fc.record({
  appIndex: fc.integer({ min: 0, max: appCount - 1 }),
  // Daylight saving time starts early on day 6, a Sunday.
  startDay: fc.constantFrom(0, 1, 2, 3, 4, 7, 8, 10, 11, 3, 4, 5, 6),
  startMinutes: fc.constantFrom(6 * 60, 6 * 60, 6 * 60, 8 * 60, 9 * 60 + 30, 0, 23 * 60 + 59),
  mechanics: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.array(mechanic, { minLength: 2, maxLength: mechanicIds.length, size: 'max' }),
    },
    { weight: 1, arbitrary: fc.array(mechanic, { maxLength: 1 }) },
  ),
  services: fc.array(service, { minLength: 3, maxLength: 3 }),
  holidays: fc.oneof(
    { weight: 5, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 3 }).map((day) => [day]) },
  ),
});

/** Generates the numbers of a step, whatever its action. */
const numbers: fc.Arbitrary<Omit<Step, 'action'>> = fc.record({
  actorIndex: nullOr(9, fc.nat(participants.length - 1)),
  target: fc.nat(11),
  choice: fc.nat(11),
  // Mostly the same two days, so that their times become scarce.
  day: fc.constantFrom(...repeatValues(8, 1), ...repeatValues(8, 0), 2, 2, 3, 5, 29, 30, 31, -1),
  // Mostly in the morning, for the same reason. The last four values can be booked only with other settings or by the
  // office.
  slot: fc.constantFrom(...repeatValues(4, 8, 9, 10), 11, 11, 12, 15, 17, 8.5, 9.25, 7, 19),
});

const step: fc.Arbitrary<Step> = fc
  .tuple(
    fc.constantFrom(
      ...Object.entries(weights).flatMap(([action, weight]) =>
        Array.from({ length: weight }, () => action as Action),
      ),
    ),
    numbers,
  )
  .map(([action, rest]) => ({ action, ...rest }));

/** Generates the first steps of a sequence. */
const sequence: fc.Arbitrary<Step[]> = fc
  .tuple(fc.constantFrom(...sequences), fc.integer({ min: 2, max: 10 }), numbers)
  .map(([actions, length, rest]) =>
    // All steps have the same target, but different choices.
    actions.slice(0, length).map((action, index) => ({
      ...rest,
      action,
      choice: (rest.choice + index) % 12,
    })),
  );

const stepOrSequence = fc.oneof(
  { weight: 12, arbitrary: step.map((single) => [single]) },
  { weight: 1, arbitrary: sequence },
);

/** Generates random scenarios, without fast-check's bias toward short ones: long ones find more. */
export const scenario: fc.Arbitrary<Scenario> = fc.noBias(
  fc.record({
    startState,
    steps: fc
      .array(stepOrSequence, { minLength: 1, maxLength: 24, size: 'max' })
      .map((parts) => parts.flat()),
  }),
);
