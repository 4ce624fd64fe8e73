import type { ServiceInput } from '@curbwrench/contract/services/schemas';

/** A service that most mobile mechanics offer, with a typical price in US dollars. */
export interface ServiceSuggestion extends Pick<
  ServiceInput,
  'name' | 'description' | 'price' | 'duration'
> {
  /** Whether the service is initially selected, because most new businesses offer it. */
  readonly isPreselected: boolean;
}

/** The services that a new business can start with; everything can be changed before and after adding them. */
export const serviceSuggestions: readonly ServiceSuggestion[] = [
  {
    name: 'Oil & Filter Change',
    description: 'Up to 5 quarts of synthetic oil and a new filter. Includes a fluid check.',
    price: '95',
    duration: 45,
    isPreselected: true,
  },
  {
    name: 'Brake Pad Replacement',
    description: 'New pads on one axle. Rotors are inspected.',
    price: '220',
    duration: 90,
    isPreselected: true,
  },
  {
    name: 'Brake Pads & Rotors',
    description: 'New pads and rotors on one axle.',
    price: '390',
    duration: 120,
    isPreselected: false,
  },
  {
    name: 'Battery Replacement',
    description: 'A new battery with installation and a charging system test.',
    price: '210',
    duration: 45,
    isPreselected: true,
  },
  {
    name: 'Diagnostic Scan',
    description: 'A scan for trouble codes and an inspection, with a written estimate.',
    price: '110',
    duration: 60,
    isPreselected: true,
  },
  {
    name: 'Alternator Replacement',
    description: 'A new or rebuilt alternator and a charging system test.',
    price: '480',
    duration: 150,
    isPreselected: false,
  },
  {
    name: 'Starter Replacement',
    description: 'A new or rebuilt starter motor.',
    price: '420',
    duration: 120,
    isPreselected: false,
  },
  {
    name: 'Spark Plug Replacement',
    description: 'A set of spark plugs for a four-cylinder engine.',
    price: '190',
    duration: 90,
    isPreselected: false,
  },
  {
    name: 'Coolant Flush',
    description: 'Old coolant is drained, and the system is flushed and refilled.',
    price: '150',
    duration: 75,
    isPreselected: false,
  },
  {
    name: 'Engine & Cabin Air Filters',
    description: 'Both air filters replaced.',
    price: '75',
    duration: 30,
    isPreselected: false,
  },
  {
    name: 'Pre-Purchase Inspection',
    description: 'A used car inspection with a road test and a written report.',
    price: '170',
    duration: 90,
    isPreselected: false,
  },
  {
    name: 'Jump Start',
    description: 'A jump start and a battery test.',
    price: '75',
    duration: 30,
    isPreselected: false,
  },
];
