import fc from 'fast-check';
import { settingCount } from './environment.ts';
import { mechanicIds, type StartState } from './start-state.ts';

/**
 * One step of a history. Its numbers select among the objects that exist when it runs, so that it
 * stays meaningful when fast-check removes earlier steps.
 */
export interface Step {
  readonly action:
    | 'book'
    | 'assign'
    | 'unassign'
    | 'decline'
    | 'reschedule'
    | 'cancel'
    | 'start'
    | 'arrive'
    | 'complete'
    | 'changeNotes'
    | 'changeStatus'
    | 'shareLocation'
    | 'changeRole'
    | 'activation'
    | 'setWorksAsMechanic'
    | 'deleteAccount'
    | 'sendMessage'
    | 'readMessages'
    | 'readNotifications'
    | 'savePreferences'
    | 'createService'
    | 'changeService'
    | 'archiveService'
    | 'addVehicle'
    | 'changeVehicle'
    | 'archiveVehicle'
    | 'createArea'
    | 'changeArea'
    | 'removeArea'
    | 'createPlan'
    | 'changePlan'
    | 'archivePlan'
    | 'joinPlan'
    | 'changeRenewal'
    | 'recordPayment'
    | 'failPayment'
    | 'refundPayment'
    | 'renewPlans'
    | 'moveClock';
  /** The index of the person who does it; null for one who is allowed to. */
  readonly by: number | null;
  /** Selects the object among the existing ones. */
  readonly target: number;
  /** Selects a second object, such as a mechanic or a role, or a variant of the request. */
  readonly choice: number;
  /** Days from the start of the history. */
  readonly day: number;
  /** The hour of the start time. */
  readonly slot: number;
}

export interface History {
  readonly startState: StartState;
  readonly steps: readonly Step[];
}

/** The weight of each action: most book and change appointments, the rest change what these depend on. */
export const weights: Record<Step['action'], number> = {
  book: 28,
  assign: 20,
  unassign: 5,
  decline: 6,
  reschedule: 10,
  cancel: 6,
  start: 12,
  arrive: 4,
  complete: 9,
  changeNotes: 2,
  changeStatus: 4,
  shareLocation: 2,
  changeRole: 3,
  activation: 3,
  setWorksAsMechanic: 3,
  deleteAccount: 2,
  sendMessage: 4,
  readMessages: 4,
  readNotifications: 3,
  savePreferences: 1,
  createService: 1,
  changeService: 3,
  archiveService: 1,
  addVehicle: 1,
  changeVehicle: 2,
  archiveVehicle: 2,
  createArea: 2,
  changeArea: 2,
  removeArea: 1,
  createPlan: 1,
  changePlan: 2,
  archivePlan: 1,
  joinPlan: 5,
  changeRenewal: 3,
  recordPayment: 6,
  failPayment: 3,
  refundPayment: 6,
  renewPlans: 3,
  moveClock: 12,
};

function mostlyNull<T>(weight: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
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
  off: mostlyNull(
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
  skill: mostlyNull(1, skill),
});

const startState: fc.Arbitrary<StartState> = fc.record({
  setting: fc.integer({ min: 0, max: settingCount - 1 }),
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

/** The numbers of a step, for any action. */
const numbers: fc.Arbitrary<Omit<Step, 'action'>> = fc.record({
  by: mostlyNull(9, fc.nat(7)),
  target: fc.nat(11),
  choice: fc.nat(11),
  // Mostly the same two days, so that their times become scarce.
  day: fc.constantFrom(...repeatValues(8, 1), ...repeatValues(8, 0), 2, 2, 3, 5, 29, 30, 31, -1),
  // Mostly the morning, for the same reason; 8.5 is not a slot.
  slot: fc.constantFrom(...repeatValues(4, 8, 9, 10), 11, 11, 12, 15, 17, 8.5),
});

const step: fc.Arbitrary<Step> = fc
  .tuple(
    fc.constantFrom(
      ...Object.entries(weights).flatMap(([action, weight]) =>
        Array.from({ length: weight }, () => action as Step['action']),
      ),
    ),
    numbers,
  )
  .map(([action, rest]) => ({ action, ...rest }));

/** Sequences of dependent actions that random choice would hardly ever produce. */
const scenarios: readonly (readonly Step['action'][])[] = [
  [
    'book',
    'assign',
    'start',
    'arrive',
    'complete',
    'recordPayment',
    'refundPayment',
    'failPayment',
    'refundPayment',
    'deleteAccount',
  ],
  [
    'joinPlan',
    'recordPayment',
    'book',
    'renewPlans',
    'book',
    'cancel',
    'failPayment',
    'book',
    'renewPlans',
    'changeRenewal',
  ],
  [
    'joinPlan',
    'createPlan',
    'joinPlan',
    'createPlan',
    'joinPlan',
    'changeRenewal',
    'failPayment',
    'changeRenewal',
    'joinPlan',
  ],
  ['archiveService', 'createPlan', 'changePlan', 'archivePlan', 'changePlan', 'joinPlan'],
  ['book', 'assign', 'shareLocation', 'start', 'moveClock', 'shareLocation', 'cancel'],
  ['book', 'assign', 'decline', 'deleteAccount', 'assign', 'cancel', 'deleteAccount'],
  [
    'sendMessage',
    'sendMessage',
    'readMessages',
    'sendMessage',
    'readMessages',
    'readNotifications',
    'readMessages',
    'readMessages',
    'deleteAccount',
  ],
];

/** The first steps of a scenario. */
const scenario: fc.Arbitrary<Step[]> = fc
  .tuple(fc.constantFrom(...scenarios), fc.integer({ min: 2, max: 10 }), numbers)
  .map(([all, length, rest]) =>
    // The steps are about the same object, each with another choice.
    all
      .slice(0, length)
      .map((action, at) => ({ ...rest, action, choice: (rest.choice + at) % 12 })),
  );

const stepOrScenario = fc.oneof(
  { weight: 12, arbitrary: step.map((single) => [single]) },
  { weight: 1, arbitrary: scenario },
);

/** Random histories, without fast-check's bias towards short ones: long ones find more. */
export const history: fc.Arbitrary<History> = fc.noBias(
  fc.record({
    startState,
    steps: fc
      .array(stepOrScenario, { minLength: 1, maxLength: 24, size: 'max' })
      .map((parts) => parts.flat()),
  }),
);
