import fc from 'fast-check';

/** One step of a random scenario; the numbers are indexes of its mechanics, jobs or people. */
export type Step =
  | { readonly kind: 'reportPosition'; readonly mechanic: number; readonly isCoarse: boolean }
  | { readonly kind: 'stopSharing'; readonly mechanic: number }
  | {
      readonly kind: 'setAvailability';
      readonly mechanic: number;
      readonly isAvailable: boolean;
    }
  | { readonly kind: 'assign'; readonly job: number; readonly mechanic: number }
  | { readonly kind: 'unassign'; readonly job: number }
  | { readonly kind: 'depart'; readonly job: number }
  | { readonly kind: 'arrive'; readonly job: number }
  | { readonly kind: 'complete'; readonly job: number }
  | { readonly kind: 'cancel'; readonly job: number }
  | { readonly kind: 'signOut'; readonly person: number };

const zeroOrOne = fc.nat(1);
const job = { job: zeroOrOne } as const;

/** Generates a scenario's steps. Reports and departures are frequent, so most scenarios contain positions to see. */
export const scenarioSteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('reportPosition' as const),
        mechanic: zeroOrOne,
        // One report in eight.
        isCoarse: fc.nat(7).map((number) => number === 0),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('stopSharing' as const), mechanic: zeroOrOne }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('setAvailability' as const),
        mechanic: zeroOrOne,
        isAvailable: fc.boolean(),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('assign' as const), mechanic: zeroOrOne, ...job }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('unassign' as const), ...job }) },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('depart' as const), ...job }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('arrive' as const), ...job }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('complete' as const), ...job }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), ...job }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('signOut' as const), person: fc.nat(3) }),
    },
  ),
  { minLength: 6, maxLength: 16 },
);
