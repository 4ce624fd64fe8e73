import { fileURLToPath } from 'node:url';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import { makeAccount, password } from '@curbwrench/testing/accounts';
import { makeLinkUrl } from '@curbwrench/testing/appointment-links';
import { generateCode } from '@curbwrench/testing/authenticator';
import { tokenSentTo } from '@curbwrench/testing/browser';
import { makeAppointment, makeMechanic, openSession } from '@curbwrench/testing/builders';
import { demoMorning, demoPeople, fillWithDemo } from '@curbwrench/testing/demo-day';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { makeAuditedChanges } from './audited-changes.ts';

/** The real server with the demo's data, the same on every run. */
export interface DemoApp extends TestApp {
  /** Returns the path of the person's first appointment in this status, which is created if needed. */
  findAppointmentPath(account: DemoAccount, status: AppointmentStatus): Promise<string>;
  /** Returns the path of an appointment that the demo customer, or a customer of the demo mechanic, has reviewed. */
  findReviewedPath(account: 'customer' | 'mechanic'): Promise<string>;
  /** Returns a vehicle's path: for the mechanic, one they have worked on; otherwise one the demo customer owns. */
  findVehiclePath(account: DemoAccount): Promise<string>;
  /** Creates a person with a password, and with a second factor if requested. */
  makeMember(options?: { readonly twoFactor: boolean }): Promise<Credentials>;
  /** Changes settings, the logo and working hours for the screenshots of the audit trail. Later calls do nothing. */
  makeAuditedChanges(): Promise<void>;
  /** Returns the path of the appointment link for the customer's first appointment in this status. */
  findLinkPath(status: AppointmentStatus): Promise<string>;
  /** Returns the path of the link in an invitation email. */
  getInvitationPath(): Promise<string>;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Fills a new database with the demo's data and serves it, with a fixed clock. */
export async function startDemoApp(): Promise<DemoApp> {
  const app = await startApp({
    now: demoMorning,
    fill: fillWithDemo,
    demoAccounts: demoPeople,
    business: { address: '12 Depot Lane, Millbrook' },
    webFolder: fileURLToPath(new URL('../../web/dist', import.meta.url)),
    rendererFile: fileURLToPath(
      new URL('../../web/dist/.rendering/render-worker.js', import.meta.url),
    ),
    listen: true,
  });
  let invitationPath: Promise<string> | undefined;
  let auditedChanges: Promise<void> | undefined;
  return {
    ...app,
    findAppointmentPath: (account, status) => findAppointment(app, account, status),
    findLinkPath: (status) => findLink(app, status),
    findReviewedPath: (account) => findReviewed(app, account),
    findVehiclePath: (account) => findVehicle(app, account),
    makeMember: ({ twoFactor } = { twoFactor: false }) => makeMember(app, twoFactor),
    makeAuditedChanges: () => (auditedChanges ??= makeAuditedChanges(app)),
    getInvitationPath: () => (invitationPath ??= createInvitation(app)),
  };
}

async function findLink(app: TestApp, status: AppointmentStatus): Promise<string> {
  const path = await findAppointment(app, 'customer', status);
  const id = Number(path.split('/').at(-1));
  const { pathname, hash } = new URL(await makeLinkUrl(app, id, demoPeople.customer));
  return pathname + hash;
}

async function findAppointment(
  app: TestApp,
  account: DemoAccount,
  status: AppointmentStatus,
): Promise<string> {
  const ownerColumn = { customer: 'customer_id', mechanic: 'mechanic_id' } as const;
  let query = app.store.kysely
    .selectFrom('appointments')
    .select('id')
    .where('status', '=', status)
    .orderBy('date', status === 'completed' ? 'desc' : 'asc')
    .orderBy('start_time');
  if (account === 'customer' || account === 'mechanic') {
    query = query.where(ownerColumn[account], '=', demoPeople[account]);
  }
  const first = await query.executeTakeFirst();
  return `/appointments/${first?.id ?? (await addAppointment(app, account, status))}`;
}

async function findReviewed(app: TestApp, account: 'customer' | 'mechanic'): Promise<string> {
  const { appointment_id: id } = await app.store.kysely
    .selectFrom('reviews')
    .select('appointment_id')
    .where(`${account}_id`, '=', demoPeople[account])
    .where('text', 'is not', null)
    .orderBy('reply')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return `/appointments/${id}`;
}

async function findVehicle(app: TestApp, account: DemoAccount): Promise<string> {
  const { vehicle_id: id } = await app.store.kysely
    .selectFrom('appointments')
    .select('vehicle_id')
    .where('status', '=', 'completed')
    .where(
      account === 'mechanic' ? 'mechanic_id' : 'customer_id',
      '=',
      demoPeople[account === 'mechanic' ? 'mechanic' : 'customer'],
    )
    .orderBy('date', 'desc')
    .orderBy('start_time')
    .executeTakeFirstOrThrow();
  return `/vehicles/${id}`;
}

/** Inserts an appointment in this status for the demo customer. */
async function addAppointment(app: TestApp, account: DemoAccount, status: AppointmentStatus) {
  const { kysely } = app.store;
  const service = await kysely
    .selectFrom('services')
    .select(['id', 'price'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const vehicle = await kysely
    .selectFrom('vehicles')
    .select('id')
    .where('customer_id', '=', demoPeople.customer)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return makeAppointment(app, {
    // A job in progress is today, and belongs to a mechanic who has no other job.
    ...(status === 'in_progress'
      ? { date: '2026-03-03', start_time: '10:00', end_time: '11:00' }
      : { date: '2026-03-31', start_time: '15:00', end_time: '16:00' }),
    status,
    service_id: service.id,
    price: service.price,
    customer_id: demoPeople.customer,
    vehicle_id: vehicle.id,
    mechanic_id:
      account === 'mechanic'
        ? demoPeople.mechanic
        : status === 'in_progress'
          ? (await makeMechanic(app, { firstName: 'Nadia', lastName: 'Fox' })).id
          : null,
    address: '1735 Bellwether Avenue, Unit 14, Millbrook',
  });
}

async function makeMember(app: TestApp, twoFactor: boolean): Promise<Credentials> {
  const { email, browser } = await makeAccount(app);
  if (twoFactor) {
    const start = await browser.post('/api/account/two-factor', { password });
    const code = generateCode(start.json<{ uri: string }>().uri);
    const { statusCode, body } = await browser.post('/api/account/two-factor/confirm', { code });
    if (statusCode >= 300) throw new Error(`Turning on the second factor returned ${body}`);
  }
  return { email, password };
}

async function createInvitation(app: TestApp): Promise<string> {
  const email = 'sam.reyes@example.com';
  const { statusCode, body } = await app.server.inject({
    method: 'POST',
    url: '/api/invitations',
    headers: await openSession(app, demoPeople.admin),
    payload: { email, role: 'mechanic' },
  });
  if (statusCode >= 300) throw new Error(`The invitation request returned ${body}`);
  return `/invitation#token=${await tokenSentTo(app, email)}`;
}
