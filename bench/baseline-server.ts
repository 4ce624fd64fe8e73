import Fastify from 'fastify';
import pg from 'pg';
import { defaultPoolSize } from '@curbwrench/server/config';
import { EmbeddedSource } from '@curbwrench/server/database/connection/embedded-source';
import type { Session, SessionSource } from '@curbwrench/server/database/connection/session';
import { databaseFolder, type DatabaseLocation } from './processes.ts';

/*
 * The baseline: a minimal server that shows how much time Fastify and the database need on their own. A read is one
 * indexed query of 20 rows; a write locks the day and runs one statement, on a copy of the appointments table with its
 * rows, indexes and constraints but without its triggers.
 */

/** Runs one statement, prepared under a name, and returns its rows. */
type Send = (name: string, text: string, values?: readonly unknown[]) => Promise<unknown[]>;

interface BaselineDatabase {
  readonly send: Send;
  inTransaction<T>(work: (send: Send) => Promise<T>): Promise<T>;
}

interface BaselineBooking {
  readonly customerId: string;
  readonly vehicleId: number;
  readonly serviceId: number;
  readonly mechanicId: string;
  readonly date: string;
  readonly startTime: string;
  readonly endTime: string;
}

const location = JSON.parse(process.argv[2] ?? '') as DatabaseLocation;
const database =
  location.kind === 'postgres' ? onPostgres(location.url) : await onEmbedded(location);
const app = Fastify();

/** Locks a day until the end of the transaction, as the application does. The first key, 77, is arbitrary. */
const lockDay = (send: Send, date: string) =>
  send('lock', 'select pg_advisory_xact_lock(77, $1::date - $2::date)', [date, '2000-01-01']);

app.get('/rows', () =>
  database.send(
    'rows',
    `select * from appointments where status = 'confirmed' order by date, start_time, id limit 20`,
  ),
);

app.post<{ Body: BaselineBooking }>('/book', async ({ body }, reply) => {
  const [row] = await database.inTransaction(async (send) => {
    await lockDay(send, body.date);
    return send(
      'book',
      `insert into baseline_appointments (customer_id, vehicle_id, service_id, held_mechanic_id, date,
         start_time, end_time, status, address, cancellation_cutoff_hours, source, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, 'pending', '1 Baseline Street', 24, 'customer', now(), now())
       returning *`,
      [
        body.customerId,
        body.vehicleId,
        body.serviceId,
        body.mechanicId,
        body.date,
        body.startTime,
        body.endTime,
      ],
    );
  });
  return reply.code(201).send(row);
});

app.patch<{ Params: { id: string }; Body: { date: string } }>(
  '/book/:id',
  async ({ params, body }) => {
    const [row] = await database.inTransaction(async (send) => {
      await lockDay(send, body.date);
      return send(
        'assign',
        `update baseline_appointments set status = 'confirmed', mechanic_id = held_mechanic_id,
         held_mechanic_id = null, updated_at = now()
       where id = $1 returning *`,
        [Number(params.id)],
      );
    });
    return row;
  },
);

// Called before the next round, because dead rows would slow down its inserts.
app.delete('/book', async () => {
  await database.send(
    'clear',
    `delete from baseline_appointments where address = '1 Baseline Street'`,
  );
  await database.send('vacuum', 'vacuum baseline_appointments');
  return {};
});

process.send?.(Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port));
process.on('SIGTERM', () => process.exit());
process.on('disconnect', () => process.exit());

function onPostgres(url: string): BaselineDatabase {
  // As many connections as the application has.
  const max = Number(process.env['DATABASE_POOL'] ?? defaultPoolSize);
  const pool = new pg.Pool({ connectionString: url, max });
  const sender =
    (client: pg.Pool | pg.PoolClient): Send =>
    async (name, text, values = []) => {
      const { rows } = await client.query<Record<string, unknown>>({
        name,
        text,
        values: [...values],
      });
      return rows;
    };
  return {
    send: sender(pool),
    async inTransaction(work) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const result = await work(sender(client));
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
  };
}

async function onEmbedded(embedded: { readonly folder: string }): Promise<BaselineDatabase> {
  const source: SessionSource = await EmbeddedSource.start(
    { folder: databaseFolder(embedded), dump: undefined },
    () => {},
  );
  const sender =
    (session: Session): Send =>
    async (_, text, values = []) =>
      (await session.query(text, values, true)).rows;
  const inSession = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    const session = await source.acquire();
    try {
      return await work(session);
    } finally {
      source.release(session, false);
    }
  };
  return {
    send: (name, text, values) => inSession((session) => sender(session)(name, text, values)),
    inTransaction: (work) =>
      inSession(async (session) => {
        await session.query('begin', [], false);
        try {
          const result = await work(sender(session));
          await session.query('commit', [], false);
          return result;
        } catch (error) {
          await session.query('rollback', [], false);
          throw error;
        }
      }),
  };
}
