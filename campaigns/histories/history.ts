import fc from 'fast-check';
import { settingCount } from './stage.ts';
import { mechanicIds, type World } from './world.ts';

/**
 * One step of a history. Its numbers select among what exists at its turn, so that a
 * step still means something when fast-check removes others.
 */
export interface Step {
  readonly does:
    | 'book'
    | 'assign'
    | 'unassign'
    | 'decline'
    | 'reschedule'
    | 'cancel'
    | 'start'
    | 'arrive'
    | 'complete'
    | 'notes'
    | 'status'
    | 'place'
    | 'role'
    | 'standing'
    | 'mechanicWork'
    | 'deleteAccount'
    | 'send'
    | 'read'
    | 'readBell'
    | 'preferences'
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
    | 'join'
    | 'stay'
    | 'record'
    | 'fail'
    | 'refund'
    | 'renew'
    | 'clock';
  /** Null: a person who is allowed to do it; otherwise one of all people. */
  readonly by: number | null;
  /** Which of the existing objects. */
  readonly which: number;
  /** Which second object: a mechanic, a service, a role. */
  readonly other: number;
  readonly day: number;
  readonly slot: number;
}

export interface History {
  readonly world: World;
  readonly steps: readonly Step[];
}

/** Most steps book and change appointments; the rest change what these depend on. */
export const weights: Record<Step['does'], number> = {
  book: 28,
  assign: 20,
  unassign: 5,
  decline: 6,
  reschedule: 10,
  cancel: 6,
  start: 12,
  arrive: 4,
  complete: 9,
  notes: 2,
  status: 4,
  place: 2,
  role: 3,
  standing: 3,
  mechanicWork: 3,
  deleteAccount: 2,
  send: 4,
  read: 4,
  readBell: 3,
  preferences: 1,
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
  join: 5,
  stay: 3,
  record: 6,
  fail: 3,
  refund: 6,
  renew: 3,
  clock: 12,
};

function mostlyNull<T>(weight: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

function often(times: number, ...values: readonly number[]): number[] {
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

const world: fc.Arbitrary<World> = fc.record({
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

/** A step's numbers, whatever it does. */
const numbers: fc.Arbitrary<Omit<Step, 'does'>> = fc.record({
  by: mostlyNull(9, fc.nat(7)),
  which: fc.nat(11),
  other: fc.nat(11),
  // Mostly one day, so that its time gets scarce.
  day: fc.constantFrom(...often(8, 1), ...often(8, 0), 2, 2, 3, 5, 29, 30, 31, -1),
  // Mostly its morning, for the same reason; the last is not a slot.
  slot: fc.constantFrom(...often(4, 8, 9, 10), 11, 11, 12, 15, 17, 8.5),
});

const step: fc.Arbitrary<Step> = fc
  .tuple(
    fc.constantFrom(
      ...Object.entries(weights).flatMap(([does, weight]) =>
        Array.from({ length: weight }, () => does as Step['does']),
      ),
    ),
    numbers,
  )
  .map(([does, rest]) => ({ does, ...rest }));

/** Sequences of dependent steps that random choice would hardly ever produce in this order. */
const scenarios: readonly (readonly Step['does'][])[] = [
  [
    'book',
    'assign',
    'start',
    'arrive',
    'complete',
    'record',
    'refund',
    'fail',
    'refund',
    'deleteAccount',
  ],
  ['join', 'record', 'book', 'renew', 'book', 'cancel', 'fail', 'book', 'renew', 'stay'],
  ['join', 'createPlan', 'join', 'createPlan', 'join', 'stay', 'fail', 'stay', 'join'],
  ['archiveService', 'createPlan', 'changePlan', 'archivePlan', 'changePlan', 'join'],
  ['book', 'assign', 'place', 'start', 'clock', 'place', 'cancel'],
  ['book', 'assign', 'decline', 'deleteAccount', 'assign', 'cancel', 'deleteAccount'],
  ['send', 'send', 'read', 'send', 'read', 'readBell', 'read', 'read', 'deleteAccount'],
];

/** The beginning of a scenario, as consecutive steps. */
const scenario: fc.Arbitrary<Step[]> = fc
  .tuple(fc.constantFrom(...scenarios), fc.integer({ min: 2, max: 10 }), numbers)
  .map(([all, length, rest]) =>
    // About the same objects, but not the same choice each time.
    all.slice(0, length).map((does, at) => ({ ...rest, does, other: (rest.other + at) % 12 })),
  );

const some = fc.oneof(
  { weight: 12, arbitrary: step.map((one) => [one]) },
  { weight: 1, arbitrary: scenario },
);

/** Random histories, without fast-check's bias towards short ones: the long ones find the most. */
export const history: fc.Arbitrary<History> = fc.noBias(
  fc.record({
    world,
    steps: fc
      .array(some, { minLength: 1, maxLength: 24, size: 'max' })
      .map((parts) => parts.flat()),
  }),
);
