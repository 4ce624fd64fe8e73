/**
 * The modules of the web client and the other modules that each imports. A module may only import modules
 * listed before it, so there is no cycle; `module-imports.test.ts` compares this list with the imports.
 * All of them may import `ui`, `api`, `lib` and the contract, and `pages` may import all of them.
 */
export const webModules: Readonly<Record<string, readonly string[]>> = {
  business: [],
  forms: [],
  maps: ['business'],
  session: [],
  mail: [],
  assistant: ['business'],
  offline: ['business'],
  'service-areas': ['business', 'forms', 'maps'],
  places: [],
  services: ['business', 'forms'],
  conversations: ['business', 'session'],
  landing: ['business', 'session'],
  layout: ['business', 'session'],
  notifications: ['business', 'forms', 'session'],
  payments: ['business', 'forms', 'session'],
  tracking: ['business', 'session'],
  plans: ['business', 'forms', 'services', 'session'],
  'sign-in': ['business', 'forms', 'session'],
  account: ['business', 'forms', 'session', 'sign-in'],
  people: ['account', 'business', 'forms', 'mail', 'session', 'sign-in'],
  audit: ['business', 'people'],
  vehicles: ['business', 'forms', 'people', 'session'],
  booking: ['business', 'people', 'places', 'plans', 'service-areas', 'session', 'vehicles'],
  appointments: ['booking', 'business', 'forms', 'payments', 'plans', 'session', 'tracking'],
  mechanics: ['appointments', 'business', 'people', 'session', 'tracking'],
  dispatch: ['appointments', 'mechanics', 'session'],
  dashboards: [
    'appointments',
    'business',
    'mechanics',
    'payments',
    'plans',
    'session',
    'tracking',
    'vehicles',
  ],
};
