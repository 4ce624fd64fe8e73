import { randomUUID } from 'node:crypto';
import { makePersonWithoutAccount } from '../builders.ts';
import { makeJob } from './appointment-cases.ts';
import type { AccessCase, CaseObject, CaseRequest } from './run-case.ts';
import type { BusinessWithMarkers } from './business-with-markers.ts';

async function makeCustomerWithJob(
  fixture: BusinessWithMarkers,
  viewerIndex: number,
): Promise<CaseObject> {
  await makeJob(fixture, viewerIndex);
  return { id: fixture.owner.id, isCustomer: true };
}

/** Creates a customer without an account. */
async function makeCustomerRecord(fixture: BusinessWithMarkers): Promise<CaseObject> {
  return { id: await makePersonWithoutAccount(fixture), isCustomer: true };
}

/** Creates a customer, and two duplicates with fixed ids that can be merged into that customer. */
async function makeDuplicates(
  fixture: BusinessWithMarkers,
  viewerIndex: number,
): Promise<CaseObject> {
  for (const id of [duplicateId({ viewerIndex }), duplicateId({ viewerIndex, isRepeat: true })]) {
    const newId = await makePersonWithoutAccount(fixture);
    await fixture.store.kysely.deleteFrom('people').where('id', '=', id).execute();
    await fixture.store.kysely.updateTable('people').set({ id }).where('id', '=', newId).execute();
  }
  return { id: await makePersonWithoutAccount(fixture), isCustomer: true };
}

/** Creates an import that the admin has previewed. */
async function makePreviewedImport({ store, people }: BusinessWithMarkers): Promise<CaseObject> {
  const id = randomUUID();
  await store.kysely
    .insertInto('idempotency_keys')
    .values({
      account_id: people.admin?.id ?? '',
      endpoint: 'previewImport',
      key: id,
      body_hash: '',
      reply: '',
      created_at: new Date(),
    })
    .execute();
  return { id };
}

function duplicateId({
  viewerIndex,
  isRepeat,
}: Pick<CaseRequest, 'viewerIndex' | 'isRepeat'>): string {
  return `duplicate-${viewerIndex}${isRepeat ? '-again' : ''}`;
}

const lastVersions = new Map<string | number, number>();

/** Returns the version that the next merge request must send: 1, then 2, since each merge increases it by one. */
function nextVersion(id: string | number): number {
  const version = (lastVersions.get(id) ?? 0) + 1;
  lastVersions.set(id, version);
  return version;
}

/** The office's customer records and search, and bookings for new customers. */
export const customerCases: readonly AccessCase[] = [
  {
    name: 'customers: list',
    endpoint: 'listCustomers',
    permission: 'customers',
    isList: true,
    make: makeCustomerWithJob,
  },
  {
    name: 'customers: add',
    endpoint: 'createCustomer',
    permission: 'customers',
    body: () => ({ firstName: 'New', lastName: 'Customer', phone: '555 010 0101' }),
  },
  {
    name: 'customers: one',
    endpoint: 'getCustomer',
    permission: 'customers',
    make: makeCustomerWithJob,
    missingId: 'nobody-1',
  },
  {
    name: 'customers: change',
    endpoint: 'changeCustomer',
    permission: 'customers',
    make: makeCustomerRecord,
    missingId: 'nobody-1',
    allowedStatus: 200,
    body: () => ({ version: 1, notes: 'Prefers mornings' }),
  },
  {
    name: 'customers: preview a merge',
    endpoint: 'previewCustomerMerge',
    permission: 'customers.merge',
    make: async (fixture) => makeDuplicates(fixture, 0),
    missingId: 'nobody-1',
    query: 'otherId=duplicate-0',
  },
  {
    name: 'customers: merge',
    endpoint: 'mergeCustomers',
    permission: 'customers.merge',
    make: makeDuplicates,
    missingId: 'nobody-1',
    allowedStatus: 200,
    body: (_, request) => ({
      otherId: duplicateId(request),
      version: nextVersion(request.id),
      otherVersion: 1,
    }),
  },
  {
    name: 'customers: preview an import',
    endpoint: 'previewImport',
    permission: 'customers.import',
    allowedStatus: 200,
    file: 'Name,Phone\nNew Import,555 010 0102\n',
  },
  {
    name: 'customers: import',
    endpoint: 'importCustomers',
    permission: 'customers.import',
    allowedStatus: 200,
    make: makePreviewedImport,
    missingId: '3d1c1a52-0f3e-4a8e-9d5e-5f0e7c1b2a90',
    body: (_, { id, isRepeat }) => ({
      importId: id,
      source: 'other',
      total: 1,
      rows: [
        {
          row: 1,
          externalId: null,
          firstName: 'New',
          lastName: isRepeat ? 'Row' : 'Import',
          email: null,
          phones: ['555 010 0102'],
          address: null,
          notes: null,
          vehicle: null,
          outcome: 'new',
          customerId: randomUUID(),
          adds: [],
        },
      ],
    }),
  },
  {
    name: 'customers: export',
    endpoint: 'exportCustomers',
    permission: 'customers',
    allowedStatus: 200,
    isDocument: true,
  },
  {
    name: 'customers: export vehicles',
    endpoint: 'exportVehicles',
    permission: 'customers',
    allowedStatus: 200,
    isDocument: true,
  },
  {
    name: 'customers: search',
    endpoint: 'searchRecords',
    permission: 'customers',
    query: 'text=owner',
  },
  {
    name: 'customers: known vehicle makes',
    endpoint: 'listKnownMakes',
    permission: 'customers',
  },
  {
    name: 'customers: book for a new customer',
    endpoint: 'bookForNewCustomer',
    permission: 'customers',
    body: ({ team }, { viewerIndex, isRepeat }) => ({
      newCustomer: {
        firstName: 'New',
        lastName: 'Caller',
        phone: '555 010 0100',
        vehicle: { make: 'Honda', model: 'Fit', year: 2019 },
      },
      serviceId: team.serviceId,
      date: isRepeat ? '2026-05-07' : '2026-05-06',
      startTime: `${String(8 + viewerIndex).padStart(2, '0')}:00`,
      location: JSON.stringify({ address: '5 Elm Street' }),
    }),
  },
];
