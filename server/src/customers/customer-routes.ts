import type { Customer, CustomerRecord } from '@curbwrench/contract/customers/schemas';
import type { FastifyInstance } from 'fastify';
import { accepted, refused } from '../application/rules/result.ts';
import { getCurrentTime } from '../application/transaction.ts';
import { ExactReply, noSuchPage, registerEndpoint, setNextPageLink } from '../http/endpoint.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import type { RouteContext } from '../http/route-context.ts';
import { addCustomer } from './add-customer.ts';
import { changeCustomer } from './change-customer.ts';
import { findCustomer, listCustomers, type CustomerRow } from './customer-queries.ts';
import { mergeCustomers, noSuchCustomer, sameCustomer } from './merge-customers.ts';
import { countRecordsToMove, findMergeCandidate, findMergeTarget } from './merge-queries.ts';
import { findMergeProblems, mergeRecords } from './merge-rules.ts';
import { findRecords } from './record-search-queries.ts';

/** Registers the office's customer routes: list, read, add, change and merge customers, and search all records. */
export function customerRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'listCustomers', async ({ query, raw, reply }) => {
    const page = await listCustomers(db, query, getCurrentTime(context).local.date);
    if (!page) return noSuchPage;
    setNextPageLink(raw, reply, page.next);
    return accepted(page.rows.map(presentCustomer));
  });

  registerEndpoint(app, context, 'createCustomer', async ({ viewer, body, raw, reply }) => {
    const idempotencyKey = readIdempotencyKey(viewer.id, 'createCustomer', raw, body);
    if (!idempotencyKey.ok) return idempotencyKey;
    const added = await addCustomer(context, viewer, {
      input: body,
      idempotencyKey: idempotencyKey.value,
      createReply: (row) => JSON.stringify(presentRecord(row)),
    });
    reply.code(201);
    return added.ok ? accepted(new ExactReply(added.value)) : added;
  });

  registerEndpoint(app, context, 'getCustomer', async ({ params }) =>
    // A removed customer's page shows the record they were merged into, which has a different id.
    readRecord((await findMergeTarget(db, params.id)) ?? params.id),
  );

  registerEndpoint(app, context, 'changeCustomer', async ({ viewer, params, body }) => {
    const changed = await changeCustomer(context, viewer, params.id, body);
    return changed.ok ? readRecord(params.id) : changed;
  });

  registerEndpoint(app, context, 'previewCustomerMerge', async ({ params, query }) => {
    if (params.id === query.otherId) return sameCustomer;
    const today = getCurrentTime(context).local.date;
    const kept = await findMergeCandidate(db, params.id, today);
    const removed = await findMergeCandidate(db, query.otherId, today);
    if (!kept || !removed) return noSuchCustomer;
    const { email, phones, notes, addresses } = mergeRecords(kept, removed);
    const [phone = null, ...otherPhones] = phones;
    const { first_name: firstName, last_name: lastName } = kept;
    return accepted({
      kept: presentRecord(kept),
      removed: presentRecord(removed),
      result: {
        firstName,
        lastName,
        email,
        phone,
        otherPhones,
        notes,
        addresses: [...addresses],
      },
      moves: await countRecordsToMove(db, removed.id),
      problems: findMergeProblems(kept, removed),
    });
  });

  registerEndpoint(app, context, 'mergeCustomers', async ({ viewer, params, body }) => {
    const merged = await mergeCustomers(context, viewer, params.id, body);
    return merged.ok ? readRecord(params.id) : merged;
  });

  registerEndpoint(app, context, 'searchRecords', async ({ query }) =>
    accepted(await findRecords(db, query.text)),
  );

  async function readRecord(id: string) {
    const row = await findCustomer(db, id, getCurrentTime(context).local.date);
    return row ? accepted(presentRecord(row)) : refused('not_found', 'Customer not found.');
  }
}

function presentCustomer(row: CustomerRow): Customer {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    hasAccount: row.has_account,
    address: row.addresses[0] ?? null,
    vehicles: row.vehicles,
    lastAppointment: row.last_appointment,
    nextAppointment: row.next_appointment,
  };
}

function presentRecord(row: CustomerRow): CustomerRecord {
  return {
    ...presentCustomer(row),
    otherPhones: [...row.other_phones],
    notes: row.office_notes,
    version: row.version,
    active: row.active,
    createdAt: row.created_at.toISOString(),
    addresses: [...row.addresses],
  };
}
