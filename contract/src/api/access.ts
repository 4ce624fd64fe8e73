import { paymentScope } from '../payments/payment-actions.ts';
import type { Role } from '../people/roles.ts';

/** Who sends a request: a role, or a visitor. */
export type Caller = 'visitor' | Role;

/**
 * A cell of the access table: the objects on which a role may use an endpoint. `none`: the request is refused. `all`:
 * every object. The other values allow some objects; for all others, the endpoint responds as if they did not exist.
 */
export type Scope =
  | 'none'
  | 'all'
  /** Objects that belong to the caller, such as a customer's vehicles. */
  | 'own'
  /** The caller's own account or record. */
  | 'self'
  /** Like `self` for an admin who also works as a mechanic; `none` for any other admin. */
  | 'self_as_mechanic'
  /** Appointments assigned to the caller. */
  | 'assigned'
  /** Customers, but not staff. */
  | 'customers'
  /** The mechanics of the caller's appointments. */
  | 'of_own_appointment'
  /** The customers, vehicles or payments of the jobs assigned to the caller. */
  | 'of_own_jobs';

type Row = Record<Caller, Scope>;

/**
 * Which role may use which endpoint on whose objects. The server does not start if a route has no row here;
 * `endpoint-access.ts` assigns a row to each endpoint.
 */
export const access = {
  public: row('all', 'all', 'all', 'all', 'all'),
  account: row('none', 'self', 'self', 'self', 'self'),
  people: row('none', 'none', 'none', 'none', 'all'),
  'invitations.accept': row('all', 'all', 'all', 'all', 'all'),
  'account-emails.list': row('none', 'none', 'none', 'none', 'all'),
  'account-emails.view': row('none', 'none', 'none', 'none', 'all'),
  'audit.read': row('none', 'none', 'none', 'none', 'all'),
  'message-templates': row('none', 'none', 'none', 'none', 'all'),
  'message-channels': row('none', 'all', 'all', 'all', 'all'),
  // Only admins see the recipients' addresses and the messages' content.
  'message-log': row('none', 'none', 'none', 'all', 'all'),
  'session.read': row('none', 'self', 'self', 'self', 'self'),
  'services.read': row('all', 'all', 'all', 'all', 'all'),
  'services.write': row('none', 'none', 'none', 'none', 'all'),
  'plans.read': row('all', 'all', 'all', 'all', 'all'),
  'plans.write': row('none', 'none', 'none', 'none', 'all'),
  'subscriptions.read': row('none', 'own', 'none', 'all', 'all'),
  'subscriptions.write': row('none', 'own', 'none', 'none', 'none'),
  'areas.read': row('all', 'all', 'all', 'all', 'all'),
  'areas.write': row('none', 'none', 'none', 'none', 'all'),
  'places.read': row('all', 'all', 'all', 'all', 'all'),
  'map.read': row('all', 'all', 'all', 'all', 'all'),
  'slots.read': row('all', 'all', 'all', 'all', 'all'),
  'appointments.read': row('none', 'own', 'assigned', 'all', 'all'),
  'appointments.create': row('none', 'own', 'none', 'all', 'all'),
  'appointments.change': row('none', 'own', 'assigned', 'all', 'all'),
  'appointments.dispatch': row('none', 'none', 'none', 'all', 'all'),
  // A visitor verifies an email address instead; whoever is signed in books with their account.
  'visitor-bookings': row('all', 'none', 'none', 'none', 'none'),
  // Anyone who has an appointment's link may do this, signed in or not, but only to that appointment.
  'links.use': row('all', 'all', 'all', 'all', 'all'),
  'mechanics.list': row('none', 'none', 'none', 'all', 'all'),
  'mechanics.read': row('none', 'of_own_appointment', 'self', 'all', 'all'),
  // Only for admins who also work as mechanics.
  'mechanics.status': row('none', 'none', 'self', 'none', 'self_as_mechanic'),
  'team.read': row('none', 'none', 'self', 'all', 'all'),
  'team.write': row('none', 'none', 'none', 'all', 'all'),
  'time-off.write': row('none', 'none', 'self', 'all', 'all'),
  'mechanics.sick': row('none', 'none', 'self', 'all', 'all'),
  'users.list': row('none', 'none', 'none', 'customers', 'all'),
  'users.read': row('none', 'self', 'of_own_jobs', 'customers', 'all'),
  'users.role': row('none', 'none', 'none', 'none', 'all'),
  customers: row('none', 'none', 'none', 'all', 'all'),
  'customers.merge': row('none', 'none', 'none', 'none', 'all'),
  'customers.import': row('none', 'none', 'none', 'none', 'all'),
  'vehicles.read': row('none', 'own', 'of_own_jobs', 'all', 'all'),
  'vehicles.write': row('none', 'own', 'none', 'all', 'all'),
  conversations: row('none', 'own', 'own', 'all', 'all'),
  'reviews.public': row('all', 'all', 'all', 'all', 'all'),
  'reviews.list': row('none', 'none', 'assigned', 'all', 'all'),
  'reviews.write': row('none', 'own', 'none', 'none', 'none'),
  'reviews.reply': row('none', 'none', 'none', 'all', 'all'),
  'reviews.hide': row('none', 'none', 'none', 'none', 'all'),
  'payments.read': row('none', 'own', 'of_own_jobs', 'all', 'all'),
  'payments.record': { visitor: 'none', ...paymentScope.record },
  'payments.reverse': { visitor: 'none', ...paymentScope.refund },
  'business.settings': row('none', 'none', 'none', 'none', 'all'),
  'stats.read': row('none', 'none', 'none', 'none', 'all'),
  notifications: row('none', 'self', 'self', 'self', 'self'),
  // Text messages are only for customers.
  texting: row('none', 'self', 'none', 'none', 'none'),
  push: row('none', 'self', 'self', 'self', 'self'),
  // People manage only their own feeds. For creating one, the scope says whose jobs the feed may contain.
  'calendar-feeds': row('none', 'none', 'self', 'self', 'self'),
  'calendar-feeds.create': row('none', 'none', 'self', 'all', 'all'),
  chat: row('none', 'all', 'all', 'all', 'all'),
  'events.read': row('none', 'own', 'own', 'all', 'all'),
} as const satisfies Record<string, Row>;

export type AccessRow = keyof typeof access;

/**
 * The rows open to visitors whose responses also depend on who is signed in, if anyone. For the other rows
 * that are open to visitors, no session is looked up, so every caller counts as a visitor, even an admin.
 */
export const rowsWithOptionalSession = [
  'invitations.accept',
  'places.read',
  'plans.read',
  'services.read',
  'slots.read',
  'visitor-bookings',
] as const satisfies readonly AccessRow[];

function row<
  Visitor extends Scope,
  Customer extends Scope,
  Mechanic extends Scope,
  Advisor extends Scope,
  Admin extends Scope,
>(
  visitor: Visitor,
  customer: Customer,
  mechanic: Mechanic,
  service_advisor: Advisor,
  admin: Admin,
) {
  return { visitor, customer, mechanic, service_advisor, admin };
}
