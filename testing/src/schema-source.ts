import { sql, type Kysely } from 'kysely';

/** The TypeScript types of columns that a check constraint limits to certain values. */
const namedTypes: Record<string, string> = {
  'accounts.role': 'Role',
  'invitations.role': 'Role',
  'appointments.status': 'AppointmentStatus',
  'appointment_counts.status': 'AppointmentStatus',
  'payments.status': 'PaymentStatus',
  'payment_totals.status': 'PaymentStatus',
  'outbox.kind': 'EventKind',
  'plans.billing_interval': 'PlanInterval',
  'subscriptions.billing_interval': 'PlanInterval',
  'service_areas.days': 'Weekday[]',
  'appointments.place_precision': 'PlacePrecision',
  'customer_addresses.place_precision': 'PlacePrecision',
  'appointments.source': "'customer' | 'office' | 'generated'",
};

/** The values that both drivers return for a PostgreSQL type (see connection/values.ts). */
const valueTypes: Record<string, string> = {
  text: 'string',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'string',
  date: 'string',
  time: 'string',
  tsrange: 'string',
  timestamptz: 'Date',
  jsonb: 'Json',
  uuid: 'string',
  bytea: 'Buffer',
  _text: 'string[]',
};

interface Column {
  table_name: string;
  column_name: string;
  udt_name: string;
  is_nullable: 'YES' | 'NO';
  has_default: boolean;
  is_generated: boolean;
  is_identity_always: boolean;
}

/**
 * Returns the source text of `database/schema.ts` for this migrated database, so that row types and
 * tables stay consistent. Throws for a column type without a mapping.
 */
export async function generateSchemaSource<DB>(kysely: Kysely<DB>): Promise<string> {
  const { rows } = await sql<Column>`
    select table_name::text, column_name::text, udt_name::text, is_nullable::text,
      column_default is not null or is_identity = 'YES' as has_default,
      is_generated = 'ALWAYS' as is_generated,
      identity_generation is not distinct from 'ALWAYS' as is_identity_always
    from information_schema.columns
    where table_schema = 'public' and table_name <> 'schema_migrations'
    order by table_name, ordinal_position
  `.execute(kysely);
  const tables = new Map<string, Column[]>();
  for (const column of rows) {
    tables.set(column.table_name, [...(tables.get(column.table_name) ?? []), column]);
  }
  const interfaces = [...tables].map(
    ([table, columns]) =>
      `export interface ${typeName(table)} {\n${columns.map(columnLine).join('\n')}\n}\n`,
  );
  const list = [...tables.keys()].map((table) => `  ${table}: ${typeName(table)};`).join('\n');
  return `${header}\n${interfaces.join('\n')}\nexport interface Database {\n${list}\n}\n`;
}

const header = `// Generated from the migrated database; do not edit by hand. A test fails when it differs from
// the migrated database; run the test with UPDATE_SCHEMA=1 to regenerate it.
import type { EventKind } from '@curbwrench/contract/events/schemas';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import type { PlacePrecision } from '@curbwrench/contract/places/precision';
import type { PlanInterval } from '@curbwrench/contract/plans/schemas';
import type { Role } from '@curbwrench/contract/people/roles';
import type { Weekday } from '@curbwrench/contract/service-areas/area-days';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** \`jsonb\`: parsed when read, text when written. */
type Json = ColumnType<unknown, string | undefined, string>;
`;

function columnLine(column: Column): string {
  const value =
    namedTypes[`${column.table_name}.${column.column_name}`] ?? valueTypes[column.udt_name];
  if (!value) {
    throw new Error(`No value type is known for ${column.udt_name} (${column.column_name}).`);
  }
  const nullable = column.is_nullable === 'YES' ? `${value} | null` : value;
  return `  ${column.column_name}: ${wrapType(column, nullable)};`;
}

function wrapType(column: Column, value: string): string {
  if (column.is_generated || column.is_identity_always) return `GeneratedAlways<${value}>`;
  if (column.has_default && value !== 'Json') return `Generated<${value}>`;
  return value;
}

function typeName(table: string): string {
  const camel = table.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `${camel}Table`;
}
