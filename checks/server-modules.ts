/**
 * The modules of the server and the other modules that each imports. A module may only import modules listed
 * before it, so there is no cycle; `module-imports.test.ts` compares this list with the imports. The top-level
 * files compose the modules.
 */
export const serverModules: Readonly<Record<string, readonly string[]>> = {
  // The base of all others: the database, what every command uses, and HTTP.
  database: [],
  application: ['database'],
  http: ['application', 'database'],

  scheduling: ['application', 'database'],
  mechanics: ['application', 'database', 'http', 'scheduling'],
  audit: ['application', 'database', 'http'],
  mail: ['application', 'database', 'http'],
  erasure: ['audit', 'database', 'mail'],
  accounts: ['application', 'database', 'erasure', 'http', 'mail'],
  people: ['accounts', 'application', 'database', 'erasure', 'http', 'mechanics', 'scheduling'],
  payments: ['accounts', 'application', 'database', 'http'],
  appointments: [
    'accounts',
    'application',
    'database',
    'http',
    'mechanics',
    'payments',
    'scheduling',
  ],
  services: ['application', 'database', 'http', 'scheduling'],
  'service-areas': ['application', 'database', 'http'],
  vehicles: ['application', 'database', 'http'],
  plans: ['application', 'database', 'http', 'payments'],
  dispatch: [
    'application',
    'appointments',
    'database',
    'http',
    'mechanics',
    'scheduling',
    'services',
  ],
  tracking: ['application', 'appointments', 'database', 'http'],
  notifications: ['application', 'database', 'http'],
  conversations: ['application', 'database', 'http', 'notifications'],
  events: ['accounts', 'application', 'database', 'http'],
  business: ['accounts', 'application', 'database', 'http', 'mechanics', 'people', 'scheduling'],
  assistant: [
    'accounts',
    'application',
    'appointments',
    'business',
    'database',
    'http',
    'mechanics',
    'payments',
    'plans',
    'scheduling',
    'service-areas',
    'services',
    'vehicles',
  ],
  pages: ['business', 'http', 'people'],
  demo: ['application', 'appointments', 'database', 'plans', 'scheduling'],
};
