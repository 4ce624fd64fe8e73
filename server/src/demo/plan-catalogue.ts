import type { Position } from '@curbwrench/contract/people/schemas';
import type { PlanInterval } from '@curbwrench/contract/plans/schemas';
import type { Weekday } from '@curbwrench/contract/service-areas/schemas';

interface OfferedPlan {
  readonly name: string;
  readonly description: string;
  readonly price: string;
  readonly interval: PlanInterval;
  readonly discountPercent: number;
  /** How many uses of a service each interval includes, by the service's name. */
  readonly includes: Readonly<Record<string, number>>;
}

/** A plan without included services, but with a discount on each visit. */
export const smallFleetPlan: OfferedPlan = {
  name: 'Small Fleet',
  description: 'For households and firms with several vehicles: less for every visit.',
  price: '39.00',
  interval: 'month',
  discountPercent: 15,
  includes: {},
};

/** The maintenance plans of the demo's business. */
export const planCatalogue: readonly OfferedPlan[] = [
  {
    name: 'Regular Care',
    description: 'One oil change a quarter, and something off whatever else comes up.',
    price: '75.00',
    interval: 'quarter',
    discountPercent: 5,
    includes: { 'Oil & Filter Change': 1 },
  },
  {
    name: 'Whole Year',
    description: 'Oil, tires and a proper look at the engine, all year, for one price.',
    price: '389.00',
    interval: 'year',
    discountPercent: 10,
    includes: {
      'Oil & Filter Change': 2,
      'Tire Rotation & Balance': 2,
      'Check Engine Diagnostics': 1,
    },
  },
  smallFleetPlan,
];

interface OfferedArea {
  readonly name: string;
  readonly zips: readonly string[];
  readonly days: readonly Weekday[];
  readonly callOutFee: string;
}

/** San Francisco, the demo's default city. */
const defaultCity: Position = { lat: 37.7749, lng: -122.4194 };

/** Returns whether the demo is in the city whose ZIP codes `areaCatalogue` lists. */
export function isDefaultCity({ lat, lng }: Position): boolean {
  return lat === defaultCity.lat && lng === defaultCity.lng;
}

/** An area with a call-out fee. */
export const northSideArea: OfferedArea = {
  name: 'North side',
  zips: ['94108', '94109', '94111', '94115', '94123', '94133'],
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  callOutFee: '10.00',
};

/** The service areas of the demo's business in its default city. */
export const areaCatalogue: readonly OfferedArea[] = [
  {
    name: 'Downtown and the Mission',
    zips: ['94102', '94103', '94105', '94107', '94110', '94114'],
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    callOutFee: '0.00',
  },
  northSideArea,
  {
    name: 'Ocean side',
    zips: ['94116', '94118', '94121', '94122', '94132'],
    days: ['mon', 'wed', 'fri'],
    callOutFee: '15.00',
  },
  {
    name: 'Daly City',
    zips: ['94014', '94015'],
    days: ['tue', 'thu'],
    callOutFee: '25.00',
  },
];
