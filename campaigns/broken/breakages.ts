import { badInputBreakages } from './bad-input-breakages.ts';
import type { Breakage } from './breakage.ts';
import { moneyBreakages } from './money-breakages.ts';
import { peopleBreakages } from './people-breakages.ts';
import { permissionBreakages } from './permission-breakages.ts';

const domain = 'server/dist/domain';
const commands = 'server/dist/commands';

/** A lock that lets everyone in at once. */
const sharedDayLocks = ['${number}::int)', 'date - date', "${placeOf('day')}::int)"].map(
  (rest) => ({
    file: 'server/dist/db/locks.js',
    from: `pg_advisory_xact_lock(\${dayLocks}::int, ${rest}`,
    to: `pg_advisory_xact_lock_shared(\${dayLocks}::int, ${rest}`,
  }),
);

/**
 * What the campaigns of contention, repeats, histories, time, bad input and permissions must catch.
 * On the embedded database transactions come one after the other, so that only PostgreSQL can miss a
 * lock.
 */
export const breakages: readonly (Breakage & { readonly only?: 'postgres' })[] = [
  {
    name: 'no-promise',
    what: 'neither a lock of the day nor the constraint keeps two bookings apart',
    campaigns: ['contention'],
    only: 'postgres',
    patches: [
      ...sharedDayLocks,
      {
        file: 'server/src/db/migrations/0002_appointments.sql',
        from: 'during with &&',
        to: 'id with =, during with &&',
      },
    ],
  },
  {
    name: 'no-day-lock',
    what: 'the constraint alone keeps bookings apart, and deadlocks on it',
    campaigns: ['contention'],
    only: 'postgres',
    patches: sharedDayLocks,
  },
  {
    name: 'starts-twice',
    what: 'a mechanic with a job under way may start another, if the database lets them',
    campaigns: ['contention'],
    patches: [
      {
        file: `${commands}/start-job.js`,
        from: 'if (busy)',
        to: 'if (false)',
      },
    ],
  },
  {
    name: 'unclaimed-key',
    what: 'every attempt under a key counts as the first',
    campaigns: ['idempotency'],
    patches: [
      {
        file: 'server/dist/db/idempotency-changes.js',
        from: "and key = ${part('key')})`",
        to: 'and false)`',
      },
    ],
  },
  {
    name: 'no-is-kept',
    what: "a refused command's transaction is committed instead of rolled back",
    campaigns: ['histories'],
    patches: [
      {
        file: `${commands}/transaction.js`,
        from: 'throw new Undo(result);',
        to: 'return { outcome: result, told: undefined };',
      },
    ],
  },
  {
    name: 'any-body',
    what: 'another body under a key is answered with the first one',
    campaigns: ['idempotency'],
    patches: [
      {
        file: 'server/dist/db/idempotency-changes.js',
        from: "'isSame', body_hash = ${part('bodyHash')}",
        to: "'isSame', true",
      },
    ],
  },
  {
    name: 'first-fit',
    what: 'holds are never moved to make room for one more booking',
    campaigns: ['histories', 'contention'],
    patches: [
      {
        file: `${domain}/rearrangement.js`,
        from: 'return free && enoughHands(roster, job, takers) ? search.settle([job]) : null;',
        to: 'return null;',
      },
    ],
  },
  {
    name: 'declined-again',
    what: "a job that a mechanic declined may be held with that mechanic's time again",
    campaigns: ['histories'],
    patches: [
      {
        file: `${domain}/roster.js`,
        from: '!job.except?.includes(entry.mechanic.id) && ',
        to: '',
      },
    ],
  },
  {
    name: 'no-cut-off',
    what: 'a customer may cancel and reschedule until the last minute',
    campaigns: ['histories', 'time'],
    patches: [
      {
        file: `${domain}/appointment.js`,
        from: '&& isPastCutOff(appointment, moment)',
        to: '&& false',
      },
    ],
  },
  {
    name: 'stale-skill',
    what: 'time stays held with a mechanic who lacks the skill that a service asks for by now',
    campaigns: ['histories'],
    patches: [
      {
        file: `${commands}/keep-services.js`,
        from: 'await releaseUnqualified(trx, id);',
        to: '',
      },
    ],
  },
  {
    name: 'stays-away',
    what: 'a mechanic who is reactivated does not work again',
    campaigns: ['histories'],
    patches: [
      {
        file: `${commands}/change-standing.js`,
        from: "person.role === 'mechanic' ? await beginWork(trx, context, userId) : []",
        to: '[]',
      },
    ],
  },
  {
    name: 'utc-today',
    what: "today is UTC's, not the business's",
    campaigns: ['time', 'histories'],
    patches: [
      {
        file: `${domain}/business-time.js`,
        from: 'now.getTime() + offsetAt(now.getTime(), timeZone)',
        to: 'now.getTime()',
      },
    ],
  },
  {
    name: 'one-offset',
    what: 'a time is read with the offset of the day before, also when clocks are changed',
    campaigns: ['time'],
    patches: [
      {
        file: `${domain}/business-time.js`,
        from: 'return new Date(shown.length > 0 ? Math.min(...shown) : Math.max(before, after));',
        to: 'return new Date(before);',
      },
    ],
  },
  {
    name: 'any-day-start',
    what: 'a job may be started on any day',
    campaigns: ['time', 'histories'],
    patches: [
      {
        file: `${domain}/appointment.js`,
        from: `name === 'start' && appointment.date !== moment.local.date`,
        to: `name === 'start' && appointment.date === ''`,
      },
    ],
  },
  ...peopleBreakages,
  ...moneyBreakages,
  ...badInputBreakages,
  ...permissionBreakages,
];
