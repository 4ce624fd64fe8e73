import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeAppointment, type Team, type Person } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import { prepareAppWithTeam } from '@curbwrench/testing/app-with-team';
import { testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { recordAttention } from './attention-job.ts';
import { readMessageValues } from './queries/message-values.ts';

let app: TestApp;
let advisor: Person;
let customer: Person;
let vehicleId: number;
let team: Team;
let lastId = 0;

const today = '2026-03-03';
const thursday = '2026-03-05';

prepareAppWithTeam(2, (prepared) => {
  ({ app, advisor, customer, vehicleId, team } = prepared);
});

beforeEach(async () => {
  await recordAttention(app);
  await readNewMessages();
});
afterEach(async () => {
  app.clock.set(testMorning);
  await sql`update appointments set status = 'cancelled', mechanic_id = null, held_mechanic_id = null
    where status <> 'cancelled'`.execute(app.store.kysely);
  await sql`delete from time_off`.execute(app.store.kysely);
});

interface RecordedMessage {
  readonly id: number;
  readonly kind: string;
  readonly appointment_id: number | null;
  readonly created_at: Date;
}

/** Returns the advisor's new email messages. */
async function readNewMessages(): Promise<RecordedMessage[]> {
  const { rows } = await sql<RecordedMessage>`
    select id, kind, appointment_id, created_at from outbound_messages
    where id > ${lastId} and channel = 'email' and person_id = ${advisor.id} order by id
  `.execute(app.store.kysely);
  lastId = Math.max(lastId, ...rows.map(({ id }) => id));
  return rows;
}

const make = (
  details: Partial<Parameters<typeof makeAppointment>[1]> & { readonly date: string },
) =>
  makeAppointment(app, {
    customer_id: customer.id,
    vehicle_id: vehicleId,
    service_id: team.serviceId,
    ...details,
  });

/** Declines a job as its mechanic. */
async function decline(mechanic: Person, id: number): Promise<void> {
  const body = { status: 'unassigned', reason: null };
  const declined = await send(app, mechanic, 'PATCH', `/api/appointments/${id}`, body);
  expect(declined.statusCode).toBe(200);
}

const readValues = (message: RecordedMessage | undefined) =>
  readMessageValues(app.store.kysely, {
    kind: message?.kind === 'office_attention_list' ? 'office_attention_list' : 'office_attention',
    personId: advisor.id,
    appointmentId: message?.appointment_id ?? null,
    ...(message && { createdAt: message.created_at }),
    now: app.clock.now(),
    business: app.business,
    link: 'https://a.example',
  });

test('a pending appointment whose time has passed causes one alert @messages.attention', async () => {
  const [mechanic] = team.mechanics;
  const id = await make({
    date: today,
    start_time: '12:00',
    end_time: '13:00',
    status: 'pending',
    held_mechanic_id: mechanic.id,
  });
  await recordAttention(app);
  expect(await readNewMessages()).toEqual([]);
  app.clock.set(new Date('2026-03-03T20:01:00Z'));
  await Promise.all([recordAttention(app), recordAttention(app)]);
  await recordAttention(app);
  const messages = await readNewMessages();
  expect(messages).toMatchObject([{ kind: 'office_attention', appointment_id: id }]);
  expect((await readValues(messages[0]))?.reason).toBe(
    'The start time has passed, and no mechanic has been assigned.',
  );
});

test('a sick day that strands several jobs causes a single alert about all of them @messages.attention', async () => {
  const [mechanic] = team.mechanics;
  const job = { date: today, status: 'confirmed' as const, mechanic_id: mechanic.id };
  await make({ ...job, start_time: '12:00', end_time: '13:00' });
  await make({ ...job, start_time: '14:00', end_time: '15:00' });
  const path = `/api/mechanics/${mechanic.id}/sick-today`;
  const sick = await send(app, mechanic, 'POST', path);
  expect(sick.statusCode).toBe(200);
  await recordAttention(app);
  await recordAttention(app);
  const messages = await readNewMessages();
  expect(messages).toMatchObject([{ kind: 'office_attention_list', appointment_id: null }]);
  const lines = (await readValues(messages[0]))?.jobs?.split('\n\n') ?? [];
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/is out sick\.$/);
});

test('an appointment that was handled but needs attention again causes another alert @messages.attention', async () => {
  const id = await make({ date: thursday, status: 'unassigned' });
  await recordAttention(app);
  const messages = await readNewMessages();
  expect(messages).toMatchObject([{ appointment_id: id }]);
  expect((await readValues(messages[0]))?.reason).toBe('No mechanic is free at that time.');
  const hold = (mechanicId: string | null) =>
    sql`update appointments set held_mechanic_id = ${mechanicId} where id = ${id}`.execute(
      app.store.kysely,
    );
  await hold(team.mechanics[0].id);
  await recordAttention(app);
  expect(await readNewMessages()).toEqual([]);
  app.clock.set(new Date(testMorning.getTime() + 11 * 60_000));
  await hold(null);
  await recordAttention(app);
  expect(await readNewMessages()).toMatchObject([{ appointment_id: id }]);
});

test('an appointment with a change that can still be undone causes no new alert @messages.attention', async () => {
  const alerted = await make({ date: thursday, status: 'unassigned' });
  await recordAttention(app);
  expect(await readNewMessages()).toMatchObject([{ appointment_id: alerted }]);
  const changed = await make({ date: thursday, status: 'unassigned' });
  const allowUndo = (ids: readonly number[]) =>
    sql`
    insert into undoable_changes (appointment_id, kind, event_id, before, events, undo_until)
    select id, 'dispatch', 1, '{}', '[]', ${app.clock.now()}::timestamptz + interval '1 minute'
    from unnest(${ids}::int[]) as id
  `.execute(app.store.kysely);
  await allowUndo([alerted, changed]);
  await recordAttention(app);
  expect(await readNewMessages()).toEqual([]);
  await sql`delete from undoable_changes`.execute(app.store.kysely);
  await recordAttention(app);
  expect(await readNewMessages()).toMatchObject([{ appointment_id: changed }]);
});

test('a job that loses its mechanic causes one alert, even if nobody else is free @messages.attention', async () => {
  const [first, second] = team.mechanics;
  const id = await make({ date: thursday, status: 'confirmed', mechanic_id: first.id });
  await make({ date: thursday, status: 'confirmed', mechanic_id: (second ?? first).id });
  await decline(first, id);
  await recordAttention(app);
  expect(await readNewMessages()).toMatchObject([{ kind: 'office_attention', appointment_id: id }]);
});

test('if the only other mechanic is booked soon after a job loses its mechanic, another alert is sent @messages.attention', async () => {
  const [first, second = first] = team.mechanics;
  const id = await make({ date: thursday, status: 'confirmed', mechanic_id: first.id });
  await decline(first, id);
  expect(await readNewMessages()).toMatchObject([{ kind: 'office_attention', appointment_id: id }]);
  app.clock.set(new Date(testMorning.getTime() + 60_000));
  await recordAttention(app);
  expect(await readNewMessages()).toEqual([]);
  app.clock.set(new Date(testMorning.getTime() + 8 * 60_000));
  await sql`update appointments set held_mechanic_id = null where id = ${id}`.execute(
    app.store.kysely,
  );
  await make({ date: thursday, status: 'confirmed', mechanic_id: second.id });
  await recordAttention(app);
  expect(await readNewMessages()).toMatchObject([{ kind: 'office_attention', appointment_id: id }]);
});

test('an alert does not suppress the next one if its reason is different @messages.attention', async () => {
  const [mechanic] = team.mechanics;
  const id = await make({ date: thursday, status: 'confirmed', mechanic_id: mechanic.id });
  await sql`insert into time_off (mechanic_id, during) values (${mechanic.id}, '[2026-03-05 00:00, 2026-03-06 00:00)')
  `.execute(app.store.kysely);
  await recordAttention(app);
  expect(await readNewMessages()).toMatchObject([{ kind: 'office_attention', appointment_id: id }]);
  app.clock.set(new Date(testMorning.getTime() + 60_000));
  await sql`
    update appointments set status = 'unassigned', mechanic_id = null, held_mechanic_id = null where id = ${id}
  `.execute(app.store.kysely);
  await recordAttention(app);
  expect(await readNewMessages()).toMatchObject([{ kind: 'office_attention', appointment_id: id }]);
});

test('a list of appointments leaves out one that already caused an alert @messages.attention', async () => {
  const [first, second = first] = team.mechanics;
  const alerted = await make({ date: thursday, status: 'confirmed', mechanic_id: first.id });
  await make({ date: thursday, status: 'confirmed', mechanic_id: second.id });
  await decline(first, alerted);
  await readNewMessages();
  app.clock.set(new Date(testMorning.getTime() + 30_000));
  const makeUnassigned = (startTime: string, endTime: string) =>
    make({ date: thursday, status: 'unassigned', start_time: startTime, end_time: endTime });
  await makeUnassigned('14:00', '15:00');
  await makeUnassigned('16:00', '17:00');
  await recordAttention(app);
  const messages = await readNewMessages();
  expect(messages).toMatchObject([{ kind: 'office_attention_list' }]);
  const lines = (await readValues(messages[0]))?.jobs?.split('\n\n') ?? [];
  expect(lines.map((line) => /\d+:\d+ [AP]M/.exec(line)?.[0])).toEqual(['2:00 PM', '4:00 PM']);
});

test('an appointment left open for more than 30 days no longer causes an alert @messages.attention', async () => {
  const makePending = (date: string) => make({ date, status: 'pending' });
  await makePending('2026-01-31');
  const id = await makePending('2026-02-01');
  await recordAttention(app);
  expect(await readNewMessages()).toMatchObject([{ kind: 'office_attention', appointment_id: id }]);
});
