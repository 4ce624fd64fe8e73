import { expect, test } from 'vitest';
import { z } from 'zod';
import { appointmentLocation } from '../appointments/schemas.ts';
import { callSchemas } from './call-schemas.ts';

/** Fields for paragraphs. Every other text field takes one line. */
const prose = new Set([
  'bookAppointment body notes',
  'changeAppointment body notes',
  'changeAppointment body reason',
  'chat body message',
  'chat body context conversationHistory content',
  'changePlan body description',
  'createPlan body description',
  'changeService body description',
  'createService body description',
  'refundPayment body reason',
  'sendMessage body text',
]);

/** Names by which others know a person and messages greet them. */
const personNames = /\b(first|last)Name$/;

/** Compared or hashed, and never shown. */
const secrets = /\b(password|current)$/;

interface Field {
  readonly path: string;
  readonly schema: z.ZodType;
}

/** Returns every value within a call's input that is neither an object nor a list. */
function fieldsOf(schema: z.ZodType, path: string): Field[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries<z.ZodType>(schema.shape).flatMap(([key, field]) =>
      fieldsOf(field, `${path} ${key}`),
    );
  }
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodType) {
    return fieldsOf(schema.element, path);
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) =>
      option instanceof z.ZodType ? fieldsOf(option, path) : [],
    );
  }
  if (
    (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) &&
    schema.unwrap() instanceof z.ZodType &&
    !(schema.unwrap() instanceof z.ZodString)
  ) {
    const inner = schema.unwrap();
    return inner instanceof z.ZodType ? fieldsOf(inner, path) : [];
  }
  return [{ path, schema }];
}

const fields: Field[] = [
  ...Object.entries(callSchemas).flatMap(([name, schemas]) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema: unknown = Reflect.get(schemas, part);
      return schema instanceof z.ZodType ? fieldsOf(schema, `${name} ${part}`) : [];
    }),
  ),
  // Sent as JSON text.
  ...fieldsOf(appointmentLocation, 'bookAppointment body location'),
];

function accepts({ schema }: Field, value: string): boolean {
  return schema.safeParse(value).success;
}

/** Returns whether the field accepts and ignores any value. */
function ignores({ schema }: Field): boolean {
  return schema.safeParse({}).success && schema.safeParse([1]).success;
}

const free = fields.filter(
  (field) => accepts(field, 'Good name 12') && !secrets.test(field.path) && !ignores(field),
);

test('the fields that take text are found', () => {
  const found = free.map(({ path }) => path);
  expect(found).toContain('signUp body firstName');
  expect(found).toContain('createVehicle body plateNumber');
  expect(found).toContain('bookAppointment body location address');
  expect(found).toEqual(expect.arrayContaining([...prose]));
});

test('every text field takes one line, except those for paragraphs @interface.single-line', () => {
  for (const hidden of ['\n', '\r', '\t', '\u202e', '\u200b', '\u2028', '\ufeff']) {
    const taking = free.filter((field) => accepts(field, `Good${hidden}name 12`));
    expect(taking.map(({ path }) => path).filter((path) => !prose.has(path))).toEqual([]);
  }
});

test('no text field of a call accepts control characters', () => {
  for (const control of ['\u0000', '\u0007', '\u001b', '\ud800']) {
    const taking = free.filter((field) => accepts(field, `Good${control}name 12`));
    expect(taking.map(({ path }) => path)).toEqual([]);
  }
});

test('no field for a first or last name accepts a link', () => {
  const names = free.filter(({ path }) => personNames.test(path));
  expect(names.length).toBeGreaterThanOrEqual(8);
  expect(names.filter((name) => accepts(name, 'evil.example/pay'))).toEqual([]);
});

test('every date field refuses years that cannot be computed with @interface.dates', () => {
  const dates = fields.filter(
    (field) => accepts(field, '2026-03-05') && !accepts(field, '2026-02-30'),
  );
  expect(dates.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'bookAppointment body date',
      'changeAppointment body date',
      'listAppointments query date',
      'listAppointments query from',
      'listAppointments query to',
      'countAppointments query date',
      'listAuditEntries query from',
      'listAuditEntries query to',
      'listSlots query date',
      'listNewTimes query date',
    ]),
  );
  for (const far of ['9999-12-31', '2200-01-01', '1899-12-31', '0000-01-01', '10000-01-01']) {
    expect(dates.filter((date) => accepts(date, far)).map(({ path }) => path)).toEqual([]);
  }
});
