import { createHmac } from 'node:crypto';
import type { BenchDatabase } from './databases.ts';
import type { HttpRequest } from './http-connection.ts';
import { authSecret } from './processes.ts';

/** Mechanics who drive: ten times as many as a large business has. */
const vans = 400;

/** One van in ten is watched by its customer. */
const watchedShare = 10;

/** Each van reports once in this time, the shortest that the web client allows. */
const reportSeconds = 5;

/** Each dispatch screen reads the mechanics once in this time while vans move, as the web client does. */
const dispatchSeconds = 2;

/** The open dispatch screens. */
export const dispatchScreens = 10;

/** How many requests the vans and those who watch them send each second. */
export const movementPerSecond =
  vans / reportSeconds + vans / watchedShare / reportSeconds + dispatchScreens / dispatchSeconds;

/** Each van's path has this many points, about 50 m apart. */
const points = 8;

/**
 * Adds mechanics to a database that is not in use, each with an open session and a job in progress, who share
 * their position until midnight. They have no working hours, so they do not change which slots are available.
 * Returns the ids of the jobs.
 */
export async function addVans(database: BenchDatabase): Promise<number[]> {
  return database.inspect(async (rows) => {
    const numbers = Array.from({ length: vans }, (_, van) => van);
    await rows(
      `insert into people (id, name, first_name, last_name, email, created_at, updated_at)
       select 'van-' || n, 'Van ' || n, 'Van', n::text, 'van-' || n || '@example.com', now(), now()
       from unnest($1::int[]) n`,
      [numbers],
    );
    await rows(
      `insert into accounts (id, email, email_verified, role, created_at, updated_at)
       select 'van-' || n, 'van-' || n || '@example.com', true, 'mechanic', now(), now()
       from unnest($1::int[]) n`,
      [numbers],
    );
    await rows(
      `insert into mechanics (person_id, available, switched_on, switched_at)
       select 'van-' || n, true, (now() at time zone 'America/Los_Angeles')::date, now()
       from unnest($1::int[]) n`,
      [numbers],
    );
    await rows(
      `insert into sessions (id, token, account_id, expires_at, created_at, updated_at)
       select 'van-' || n, 'van-token-' || n, 'van-' || n, now() + interval '7 days', now(), now()
       from unnest($1::int[]) n`,
      [numbers],
    );
    const jobs = await rows<{ id: number }>(
      `insert into appointments (customer_id, vehicle_id, service_id, mechanic_id, date, start_time, end_time,
         status, address, latitude, longitude, cancel_until_hours, source, created_at, updated_at)
       select job.customer_id, job.vehicle_id, job.service_id, 'van-' || n,
         (now() at time zone 'America/Los_Angeles')::date, '00:00', '00:01',
         'in_progress', '1 Bench Street', 37.78, -122.42, 24, 'generated', now(), now()
       from unnest($1::int[]) n
       cross join (select * from appointments order by id limit 1) as job
       returning id`,
      [numbers],
    );
    await rows(
      `insert into appointment_lines (appointment_id, position, kind, service_id, description, quantity,
         unit_price, duration)
       select id, 1, 'service', service_id, 'Bench', 1, 89, 1 from appointments where id = any($1::int[])`,
      [jobs.map(({ id }) => id)],
    );
    await rows('vacuum analyze');
    return jobs.map(({ id }) => id);
  });
}

/**
 * Returns the requests of one round of all vans along their paths, in turn: their reports, their customers who
 * read tracking after each, and dispatch's screens, which read the mechanics. An advisor reads in place of the
 * customers.
 */
export function movementRequests(jobs: readonly number[], advisorCookie: string): HttpRequest[] {
  const headers = { cookie: advisorCookie };
  const reportsPerList = vans / reportSeconds / (dispatchScreens / dispatchSeconds);
  return Array.from({ length: points }).flatMap((_, point) =>
    jobs.flatMap((id, van): HttpRequest[] => [
      {
        method: 'PATCH',
        path: '/api/mechanics/status',
        headers: { cookie: sessionCookie(`van-token-${van}`) },
        body: { location: { lat: 37.77 + van / 1e5 + point / 2e3, lng: -122.42, accuracy: 8 } },
      },
      ...(van % watchedShare === 0
        ? [{ method: 'GET', path: `/api/appointments/${id}/tracking`, headers } as const]
        : []),
      ...(van % reportsPerList === 0
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
