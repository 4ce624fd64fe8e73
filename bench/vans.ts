import { createHmac } from 'node:crypto';
import type { BenchDatabase } from './databases.ts';
import type { HttpRequest } from './http-connection.ts';
import { authSecret } from './processes.ts';

/** How many mechanics are driving: ten times as many as in a large business. */
const vanCount = 400;

/** One van in this many is tracked by a customer. */
const vansPerWatcher = 10;

/** The time between a van's location reports: the shortest interval that the web client allows. */
const reportSeconds = 5;

/** The time between a dispatch screen's polls of the mechanics while vans move, as in the web client. */
const dispatchSeconds = 2;

/** How many dispatch screens are open. */
export const dispatchScreenCount = 10;

/** How many requests the vans, their customers and the dispatch screens send each second. */
export const movementRequestsPerSecond =
  vanCount / reportSeconds +
  vanCount / vansPerWatcher / reportSeconds +
  dispatchScreenCount / dispatchSeconds;

/** How many points each van's path has; they are about 50 m apart. */
const pointCount = 8;

/**
 * Adds mechanics to a database that no server is using. Each shares their location until midnight and has a session and
 * a job in progress. None has working hours, so the available slots stay the same. Returns the ids of the jobs.
 */
export async function addVans(database: BenchDatabase): Promise<number[]> {
  return database.withConnection(async (query) => {
    const numbers = Array.from({ length: vanCount }, (_, van) => van);
    await query(
      `insert into people (id, name, first_name, last_name, email, created_at, updated_at)
       select 'van-' || n, 'Van ' || n, 'Van', n::text, 'van-' || n || '@example.com', now(), now()
       from unnest($1::int[]) n`,
      [numbers],
    );
    await query(
      `insert into accounts (id, email, email_verified, role, created_at, updated_at)
       select 'van-' || n, 'van-' || n || '@example.com', true, 'mechanic', now(), now()
       from unnest($1::int[]) n`,
      [numbers],
    );
    await query(
      `insert into mechanics (person_id, available, availability_set_on, availability_set_at)
       select 'van-' || n, true, (now() at time zone 'America/Los_Angeles')::date, now()
       from unnest($1::int[]) n`,
      [numbers],
    );
    await query(
      `insert into sessions (id, token, account_id, expires_at, created_at, updated_at)
       select 'van-' || n, 'van-token-' || n, 'van-' || n, now() + interval '7 days', now(), now()
       from unnest($1::int[]) n`,
      [numbers],
    );
    const jobs = await query<{ id: number }>(
      `insert into appointments (customer_id, vehicle_id, service_id, mechanic_id, date, start_time, end_time,
         status, address, latitude, longitude, cancellation_cutoff_hours, source, created_at, updated_at)
       select job.customer_id, job.vehicle_id, job.service_id, 'van-' || n,
         (now() at time zone 'America/Los_Angeles')::date, '00:00', '00:01',
         'in_progress', '1 Bench Street', 37.78, -122.42, 24, 'generated', now(), now()
       from unnest($1::int[]) n
       cross join (select * from appointments order by id limit 1) as job
       returning id`,
      [numbers],
    );
    await query(
      `insert into appointment_lines (appointment_id, position, kind, service_id, description, quantity,
         unit_price, duration)
       select id, 1, 'service', service_id, 'Bench', 1, 89, 1 from appointments where id = any($1::int[])`,
      [jobs.map(({ id }) => id)],
    );
    await query('vacuum analyze');
    return jobs.map(({ id }) => id);
  });
}

/**
 * Returns the requests sent while every van drives its path once, in order: each van's location report, the poll of a
 * customer who tracks it, and the dispatch screens' polls of all mechanics. Customers' polls use the advisor's
 * session.
 */
export function movementRequests(jobs: readonly number[], advisorCookie: string): HttpRequest[] {
  const headers = { cookie: advisorCookie };
  const reportsPerPoll = vanCount / reportSeconds / (dispatchScreenCount / dispatchSeconds);
  return Array.from({ length: pointCount }).flatMap((_, point) =>
    jobs.flatMap((id, van): HttpRequest[] => [
      {
        method: 'PATCH',
        path: '/api/mechanics/status',
        headers: { cookie: sessionCookie(`van-token-${van}`) },
        // Each van has its own latitude, and each of its points is 0.0005 degrees farther north.
        body: { location: { lat: 37.77 + van / 1e5 + point / 2e3, lng: -122.42, accuracy: 8 } },
      },
      ...(van % vansPerWatcher === 0
        ? [{ method: 'GET', path: `/api/appointments/${id}/tracking`, headers } as const]
        : []),
      ...(van % reportsPerPoll === 0
        ? [{ method: 'GET', path: '/api/mechanics', headers } as const]
        : []),
    ]),
  );
}

/** Returns the cookie of a session, signed as the application signs it. */
function sessionCookie(token: string): string {
  const signature = createHmac('sha256', authSecret).update(token).digest('base64');
  return `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}
