import type { PlanInterval } from '@curbwrench/contract/plans/schemas';

interface OfferedPlan {
  readonly name: string;
  readonly description: string;
  readonly price: string;
  readonly interval: PlanInterval;
  readonly discountPercent: number;
  /** How many uses each billing interval includes, by the service's name. */
  readonly includedUses: Readonly<Record<string, number>>;
}

/** A plan without included services, but with a discount on each visit. */
export const smallFleetPlan: OfferedPlan = {
  name: 'Small Fleet',
  description: 'For households and businesses with several vehicles: a discount on every visit.',
  price: '39.00',
  interval: 'month',
  discountPercent: 15,
  includedUses: {},
};

/** The demo business's maintenance plans. */
export const planCatalog: readonly OfferedPlan[] = [
  {
    name: 'Regular Care',
    description: 'One oil change per quarter, and a discount on everything else.',
    price: '75.00',
    interval: 'quarter',
    discountPercent: 5,
    includedUses: { 'Oil & Filter Change': 1 },
  },
  {
    name: 'Year-Round Care',
    description:
      'Oil changes, tire rotations and a thorough engine check, all year, for one price.',
    price: '389.00',
    interval: 'year',
    discountPercent: 10,
    includedUses: {
      'Oil & Filter Change': 2,
      'Tire Rotation & Balance': 2,
      'Check Engine Diagnostics': 1,
    },
  },
  smallFleetPlan,
];
