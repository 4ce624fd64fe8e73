import type { AccessRow, Scope, Caller } from '@curbwrench/contract/api/access';

/*
 * The access table as specified, independently of the code. Tests compare the contract's table with it, and
 * derive the expected response of every endpoint from it.
 */
const table = `
| endpoint | no session | customer | mechanic | service advisor | admin |
|---|---|---|---|---|---|
| services: read | yes | yes | yes | yes | yes |
| services: write | | | | | yes |
| slots of a day | yes | yes | yes | yes | yes |
| appointments: read | | own | assigned to them | all | all |
| appointments: create | | own | | for a customer | for a customer |
| appointments: change | | own: cancel, reschedule, notes | assigned: start, complete, decline | assign, unassign, reschedule, cancel | the same |
| mechanics: list | | | | yes | yes |
| mechanics: one | | assigned to own appointment: name, picture, e-mail | self | yes | yes |
| mechanics: status | | | self | | |
| users: list | | | | customers only | all |
| users: one | | self | the customer of own job | customers | all |
| users: role | | | | | yes |
| vehicles | | own | read, of own job | all, for a customer | all, for a customer |
| payments: read | | own | of own jobs | all | all |
| payments: record on site | | | own finished job | | yes |
| payments: fail, refund | | | | | yes |
| admin stats | | | | | yes |
| chat | | yes | yes | yes | yes |
`;

/** Rows that were added after the specification. */
const additionalTable = `
| public (the business itself, signing in and out) | yes | yes | yes | yes | yes |
| session (the current user) | | self | self | self | self |
| account (one's own) | | self | self | self | self |
| people (the People tab is for admins) | | | | | yes |
| invitations: accept (anyone with the link; it is accepted for the signed-in person) | yes | yes | yes | yes | yes |
| emails (queued and sent, which admins can read) | | | | | yes |
| emails: show (the content of an email with a link; the audit trail records each view) | | | | | yes |
| audit (readable by admins) | | | | | yes |
| message templates (edited by admins) | | | | | yes |
| message channels (whether each is set up) | | yes | yes | yes | yes |
| message log (the outcome of each message; addresses and contents only for admins) | | | | all | all |
| one appointment by its link (whoever has it; the link decides) | yes | yes | yes | yes | yes |
| visitor booking (with a verified email address; everyone else books with their account) | yes | | | | |
| candidates (the dialog for assigning a mechanic) | | | | yes | yes |
| sick today (mechanics for themselves, the office for anyone) | | | self | all | all |
| conversations (each person has one with the office) | | own | own | all | all |
| notifications (one's own bell and preferences) | | self | self | self | self |
| texting (customers agree to text messages and opt out) | | self | | | |
| push (one's own browsers with notifications turned on) | | self | self | self | self |
| calendar feeds (one's own) | | | self | self | self |
| calendar feeds: create (mechanics with their own jobs, the office with anyone's) | | | self | all | all |
| plans: read (the plans that customers can join) | yes | yes | yes | yes | yes |
| plans: write (edited by admins) | | | | | yes |
| subscriptions: read (the office sees the plan of the customer it books for) | | own | | all | all |
| subscriptions: write (a customer joins and leaves) | | own | | | |
| service areas: read (a lookup for everyone) | yes | yes | yes | yes | yes |
| places (address suggestions; a customer's previous addresses only for that customer and the office) | yes | yes | yes | yes | yes |
| maps (the base map) | yes | yes | yes | yes | yes |
| service areas: write (edited by admins) | | | | | yes |
| business settings (edited by admins) | | | | | yes |
| customers (the office's customer records and search) | | | | all | all |
| customers: merge | | | | | yes |
| customers: import | | | | | all |
| team: read (working hours; mechanics see only their own week) | | | self | all | all |
| team: write (hours, skills, holidays) | | | | all | all |
| time off | | | self | all | all |
| reviews: read (everyone sees the first name only) | yes | yes | yes | yes | yes |
| reviews: list (with names and appointments) | | | assigned to them | all | all |
| reviews: write | | own | | | |
| reviews: reply | | | | all | all |
| reviews: hide | | | | | all |
| events (ids of records that the viewer may read) | | own | own | all | all |
`;

/** Cells that replace those of the tables above. */
const overrides: Partial<Record<AccessRow, Partial<Record<Caller, string>>>> = {
  // For one-person businesses: an admin who is marked as working as a mechanic has the mechanic view.
  'mechanics.status': { admin: 'self, who also works as a mechanic' },
};

const columns: readonly Caller[] = ['visitor', 'customer', 'mechanic', 'service_advisor', 'admin'];

/** Parses a table into rows by name, each with its cells by column. */
function parseTable(text: string): Map<string, Readonly<Record<Caller, string>>> {
  const rows = text.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('|-'));
  return new Map(
    rows.map((line) => {
      const [name = '', ...cells] = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      const entries = columns.map((column, index) => [column, cells[index] ?? ''] as const);
      return [name.replace(/ \(.*/, ''), Object.fromEntries(entries) as Record<Caller, string>];
    }),
  );
}

/** Every expected row, by name. */
export const expectedRows = new Map([...parseTable(table), ...parseTable(additionalTable)]);
expectedRows.delete('endpoint');

/** The expected row's name for each row of the contract's table. */
export const expectedRowNames: Record<AccessRow, string> = {
  public: 'public',
  account: 'account',
  people: 'people',
  'invitations.accept': 'invitations: accept',
  'account-emails.list': 'emails',
  'account-emails.view': 'emails: show',
  'audit.read': 'audit',
  'message-templates': 'message templates',
  'message-channels': 'message channels',
  'message-log': 'message log',
  'session.read': 'session',
  'services.read': 'services: read',
  'services.write': 'services: write',
  'plans.read': 'plans: read',
  'plans.write': 'plans: write',
  'subscriptions.read': 'subscriptions: read',
  'subscriptions.write': 'subscriptions: write',
  'areas.read': 'service areas: read',
  'areas.write': 'service areas: write',
  'places.read': 'places',
  'map.read': 'maps',
  'slots.read': 'slots of a day',
  'appointments.read': 'appointments: read',
  'appointments.create': 'appointments: create',
  'appointments.change': 'appointments: change',
  'appointments.dispatch': 'candidates',
  'visitor-bookings': 'visitor booking',
  'links.use': 'one appointment by its link',
  'mechanics.list': 'mechanics: list',
  'mechanics.read': 'mechanics: one',
  'mechanics.status': 'mechanics: status',
  'team.read': 'team: read',
  'team.write': 'team: write',
  'time-off.write': 'time off',
  'mechanics.sick': 'sick today',
  'users.list': 'users: list',
  'users.read': 'users: one',
  'users.role': 'users: role',
  'vehicles.read': 'vehicles',
  customers: 'customers',
  'customers.merge': 'customers: merge',
  'customers.import': 'customers: import',
  'vehicles.write': 'vehicles',
  conversations: 'conversations',
  'reviews.public': 'reviews: read',
  'reviews.list': 'reviews: list',
  'reviews.write': 'reviews: write',
  'reviews.reply': 'reviews: reply',
  'reviews.hide': 'reviews: hide',
  'payments.read': 'payments: read',
  'payments.record': 'payments: record on site',
  'payments.reverse': 'payments: fail, refund',
  'stats.read': 'admin stats',
  'business.settings': 'business settings',
  notifications: 'notifications',
  texting: 'texting',
  push: 'push',
  'calendar-feeds': 'calendar feeds',
  'calendar-feeds.create': 'calendar feeds: create',
  chat: 'chat',
  'events.read': 'events',
};

/** The scope that each cell text stands for. */
const scopeByCell: Record<string, Scope> = {
  '': 'none',
  yes: 'all',
  all: 'all',
  own: 'own',
  self: 'self',
  'assigned to them': 'assigned',
  assigned: 'assigned',
  'for a customer': 'all',
  'all, for a customer': 'all',
  'assign, unassign, reschedule, cancel': 'all',
  'the same': 'all',
  'self, who also works as a mechanic': 'self_as_mechanic',
  'customers only': 'customers',
  customers: 'customers',
  'assigned to own appointment': 'of_own_appointment',
  'the customer of own job': 'of_own_jobs',
  'of own jobs': 'of_own_jobs',
  // A payment exists only after its job is completed.
  'own finished job': 'of_own_jobs',
};

/** Returns which objects a viewer may access, according to the table. */
export function expectedScope(row: AccessRow, viewer: Caller): Scope {
  const cell = overrides[row]?.[viewer] ?? findCell(expectedRowNames[row], viewer);
  // The table's row covers both reading and writing; "read" in the cell excludes writing.
  if (cell === 'read, of own job') return row === 'vehicles.read' ? 'of_own_jobs' : 'none';
  const meaning = scopeByCell[textBeforeColon(cell)];
  if (!meaning) throw new Error(`The cell "${cell}" has no known meaning.`);
  return meaning;
}

/** The response properties that each word after a cell's colon stands for. */
const fieldsByWord: Readonly<Record<string, readonly string[]>> = {
  name: ['firstName', 'lastName'],
  picture: ['profileImageUrl'],
  'e-mail': ['email'],
};

/** Words after a colon that name a change to an appointment. */
const verbs: ReadonlySet<string> = new Set([
  'assign',
  'cancel',
  'complete',
  'decline',
  'notes',
  'reschedule',
  'start',
  'unassign',
]);

/**
 * Returns the properties that a viewer sees if the cell names any: those and the id, in alphabetical order. Otherwise
 * returns null.
 */
export function expectedFields(row: AccessRow, viewer: Caller): readonly string[] | null {
  const words = wordsAfterColon(findCell(expectedRowNames[row], viewer));
  if (words.every((word) => verbs.has(word))) return null;
  const namedFields = words.flatMap((word) => {
    const fields = fieldsByWord[word];
    if (!fields) throw new Error(`The field "${word}" has no known properties.`);
    return fields;
  });
  return ['id', ...namedFields].toSorted();
}

/** Returns the changes that a viewer may make to an appointment, such as 'cancel' or 'assign'. */
export function expectedVerbs(viewer: Caller): readonly string[] {
  const cell = findCell('appointments: change', viewer);
  const text = cell === 'the same' ? findCell('appointments: change', 'service_advisor') : cell;
  // A role that may change all appointments has a cell with only verbs and no colon.
  return wordsAfterColon(text.includes(':') ? text : `: ${text}`);
}

/** Returns the part of a cell before its colon, which says which objects it allows. */
function textBeforeColon(cell: string): string {
  return cell.split(':')[0] ?? '';
}

/** Returns the words after a cell's colon. */
function wordsAfterColon(cell: string): readonly string[] {
  const [, text = ''] = cell.split(':');
  return text === '' ? [] : text.split(',').map((word) => word.trim());
}

function findCell(name: string, viewer: Caller): string {
  const cell = expectedRows.get(name)?.[viewer];
  if (cell === undefined) throw new Error(`The table has no row "${name}".`);
  return cell;
}
