import { expect, test } from 'vitest';
import { z } from 'zod';
import { appointmentLocation } from '../appointments/schemas.ts';
import { endpointSchemas } from './endpoint-schemas.ts';

/** Fields that accept several lines. Every other text field accepts only a single line. */
const paragraphFields = new Set([
  'changeAppointment body workNote',
  'bookAppointment body notes',
  'bookForNewCustomer body notes',
  'bookAsVisitor body notes',
  'createCustomer body notes',
  'importCustomers body rows notes',
  'changeCustomer body notes',
  'changeAppointment body notes',
  'changeAppointment body reason',
  'chat body message',
  'chat body context conversationHistory content',
  'changePlan body description',
  'createPlan body description',
  'changeService body description',
  'createService body description',
  'createServices body services description',
  'refundPayment body reason',
  'sendMessage body text',
  'sendMessageByLink body text',
  'cancelByLink body reason',
  'writeReview body text',
  'reviewByLink body text',
  'replyToReview body text',
  'saveMessageTemplate body body',
  'previewMessageTemplate body body',
  'saveSiteWording body questions',
  'saveSiteWording body privacy',
  'saveSiteWording body terms',
]);

/** People's names, which emails use in their greetings. */
const personNameFields = /\b(first|last)Name$/;

/** Fields that are compared or hashed, and never shown. */
const secretFields = /\b(password|current|token|replaces)$/;

interface Field {
  readonly path: string;
  readonly schema: z.ZodType;
}

/** Returns every field within an endpoint's input that is neither an object nor a list. */
function listFields(schema: z.ZodType, path: string): Field[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries<z.ZodType>(schema.shape).flatMap(([key, field]) =>
      listFields(field, `${path} ${key}`),
    );
  }
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodType) {
    return listFields(schema.element, path);
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) =>
      option instanceof z.ZodType ? listFields(option, path) : [],
    );
  }
  if (
    (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) &&
    schema.unwrap() instanceof z.ZodType &&
    !(schema.unwrap() instanceof z.ZodString)
  ) {
    const inner = schema.unwrap();
    return inner instanceof z.ZodType ? listFields(inner, path) : [];
  }
  return [{ path, schema }];
}

const fields: Field[] = [
  ...Object.entries(endpointSchemas).flatMap(([name, schemas]) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema: unknown = Reflect.get(schemas, part);
      return schema instanceof z.ZodType ? listFields(schema, `${name} ${part}`) : [];
    }),
  ),
  // The location is sent as JSON text, so the body's schema does not describe its fields.
  ...listFields(appointmentLocation, 'bookAppointment body location'),
];

function accepts({ schema }: Field, value: string): boolean {
  return schema.safeParse(value).success;
}

/** Returns whether the field accepts and ignores any value. */
function ignores({ schema }: Field): boolean {
  return schema.safeParse({}).success && schema.safeParse([1]).success;
}

const textFields = fields.filter(
  (field) => accepts(field, 'Good name 12') && !secretFields.test(field.path) && !ignores(field),
);

test('the tests below find text fields at every level of the input', () => {
  const found = textFields.map(({ path }) => path);
  expect(found).toContain('signUp body firstName');
  expect(found).toContain('createVehicle body plateNumber');
  expect(found).toContain('bookAppointment body location address');
  expect(found).toEqual(expect.arrayContaining([...paragraphFields]));
});

test('every text field accepts only one line, except those for paragraphs @interface.single-line', () => {
  for (const hidden of ['\n', '\r', '\t', '\u202e', '\u200b', '\u2028', '\ufeff']) {
    const acceptingFields = textFields.filter((field) => accepts(field, `Good${hidden}name 12`));
    expect(
      acceptingFields.map(({ path }) => path).filter((path) => !paragraphFields.has(path)),
    ).toEqual([]);
  }
});

test('no text field accepts control characters', () => {
  for (const control of ['\u0000', '\u0007', '\u001b', '\ud800']) {
    const acceptingFields = textFields.filter((field) => accepts(field, `Good${control}name 12`));
    expect(acceptingFields.map(({ path }) => path)).toEqual([]);
  }
});

test('no field for a first or last name accepts a link', () => {
  const names = textFields.filter(({ path }) => personNameFields.test(path));
  expect(names.length).toBeGreaterThanOrEqual(8);
  expect(names.filter((name) => accepts(name, 'evil.example/pay'))).toEqual([]);
});

test('every date field refuses dates before 1900 and after 2199 @interface.dates', () => {
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
      'listRescheduleTimes query date',
    ]),
  );
  for (const date of ['9999-12-31', '2200-01-01', '1899-12-31', '0000-01-01', '10000-01-01']) {
    expect(dates.filter((field) => accepts(field, date)).map(({ path }) => path)).toEqual([]);
  }
});
