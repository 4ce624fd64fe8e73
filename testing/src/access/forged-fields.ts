import { endpointSchemas } from '@curbwrench/contract/api/endpoint-schemas';
import type { EndpointName } from '@curbwrench/contract/api/endpoints';
import { z } from 'zod';
import type { DatabaseContents } from '../database-contents.ts';
import type { AccessCase } from './run-case.ts';
import type { ViewerName, BusinessWithMarkers } from './business-with-markers.ts';

/** Fields, with their values, that an attacker adds to a body although the endpoint does not accept them. */
export type ForgedFields = Readonly<Record<string, unknown>>;

/**
 * Returns a forged field for every known property: the properties of all request bodies and responses in the
 * contract, and every database column in snake case and camel case. Excludes properties that the viewer may write with
 * this endpoint.
 */
export function forgedFieldsFor(
  fixture: BusinessWithMarkers,
  contents: DatabaseContents,
  { endpoint }: AccessCase,
  viewer: ViewerName,
): ForgedFields {
  const writableNames = new Set(propertyNames(findBodySchema(endpoint)));
  // Only the office may specify another customer.
  if (viewer === 'owner' || viewer === 'other customer') writableNames.delete('customerId');
  const names = new Set([
    ...listContractNames(),
    ...columnNames(contents),
    ...Object.keys(plausibleValues(fixture)),
  ]);
  const plausible = plausibleValues(fixture);
  const forged: Record<string, unknown> = {};
  for (const name of names) {
    if (!writableNames.has(name)) forged[name] = plausible[name] ?? `claimed-${name}`;
  }
  return forged;
}

/** Returns plausible values for the fields that an attacker would most likely forge. */
function plausibleValues({
  secondAdmin,
  people,
  spareMechanic,
}: BusinessWithMarkers): ForgedFields {
  const victim = people['other customer']?.id;
  const past = '2000-01-01T00:00:00Z';
  const camelCaseFields = {
    customerId: victim,
    ownerId: victim,
    mechanicId: spareMechanic.id,
    heldMechanicId: spareMechanic.id,
    formerMechanicId: spareMechanic.id,
    actorId: secondAdmin.id,
    invitedBy: secondAdmin.id,
    startTime: '16:30',
    endTime: '23:59',
    cancellationCutoffHours: 0,
    createdAt: past,
    updatedAt: past,
    archivedAt: past,
    deletedAt: past,
    expiresAt: '2099-01-01T00:00:00Z',
    sentAt: past,
    paidAt: past,
    lastActive: past,
    lastActiveAt: past,
    emailVerified: true,
    isActive: false,
    worksAsMechanic: true,
    twoFactorEnabled: true,
    profileImageUrl: 'https://evil.example/x.png',
    transactionId: 'claimed-transaction',
    paymentMethod: 'claimed-method',
    firstName: 'Claimed',
    lastName: 'Claimed',
    plateNumber: 'CLAIMED',
  };
  const columns: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(camelCaseFields)) columns[toColumnName(name)] = value;
  return {
    ...camelCaseFields,
    ...columns,
    id: 4242,
    userId: victim,
    user_id: victim,
    role: 'admin',
    isAdmin: true,
    email: 'claimed@evil.example',
    status: 'completed',
    active: false,
    available: false,
    price: '0.01',
    amount: '0.01',
    duration: 1,
    date: '2026-03-20',
    source: 'generated',
    skills: ['everything'],
    skill: 'everything',
    payment: { status: 'completed', amount: '0.01' },
    customer: { id: victim },
    mechanic: { id: spareMechanic.id },
    attention: null,
    works: true,
    password: 'claimed password 1',
    token: 'claimed-token-claimed-token',
  };
}

/** The names of all properties in the contract; cached, because finding them takes longer than a request. */
let contractNames: ReadonlySet<string> | undefined;

function listContractNames(): ReadonlySet<string> {
  contractNames ??= new Set(
    Object.values(endpointSchemas).flatMap((schemas) => [
      ...('body' in schemas ? propertyNames(schemas.body) : []),
      ...propertyNames(schemas.reply),
    ]),
  );
  return contractNames;
}

function findBodySchema(endpoint: EndpointName): z.ZodType | null {
  const schemas = endpointSchemas[endpoint];
  return 'body' in schemas ? schemas.body : null;
}

/** Returns the names of the properties in a schema, at any depth. */
function propertyNames(schema: z.ZodType | null): string[] {
  if (schema === null) return [];
  const jsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const names: string[] = [];
  JSON.stringify(jsonSchema, (key, value: unknown) => {
    if (key === 'properties' && typeof value === 'object' && value !== null) {
      names.push(...Object.keys(value));
    }
    return value;
  });
  return names;
}

function columnNames(contents: DatabaseContents): string[] {
  const columns = [...contents.values()].flatMap((rows) => {
    const [firstRow] = rows.values();
    return Object.keys(firstRow ?? {});
  });
  return columns.flatMap((column) => [
    column,
    column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  ]);
}

function toColumnName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
