import { jobDetailRules, workNoteRule } from '@curbwrench/contract/appointments/job-details';
import { messageTemplateLimits } from '@curbwrench/contract/messaging/placeholders';
import { reviewTextRule } from '@curbwrench/contract/reviews/review-options';
import { vehicleLimits } from '@curbwrench/contract/vehicles/schemas';
import { siteWordingLimits } from '@curbwrench/contract/site/wording';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { readFile, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { generateSchemaSource } from '@curbwrench/testing/schema-source';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('schema.ts matches the migrated database', async () => {
  const file = new URL('./schema.ts', import.meta.url);
  const generated = await generateSchemaSource(database.store.kysely);
  if (process.env['UPDATE_SCHEMA'] === '1') await writeFile(file, generated);
  expect(await readFile(file, 'utf8')).toBe(generated);
});

test('the maximum text lengths in the database are the same as in the contract', async () => {
  const { rows } = await sql<{ column: string; max: number }>`
    select conrelid::regclass || '.' || a.attname as column,
      substring(pg_get_constraintdef(c.oid) from '<= ([0-9]+)')::int as max
    from pg_constraint c join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
    where contype = 'c' and pg_get_constraintdef(c.oid) ~ 'char_length' order by 1
  `.execute(database.store.kysely);
  expect(rows).toEqual([
    { column: 'appointments.gate_code', max: jobDetailRules.gateCode.max },
    { column: 'appointments.work_note', max: workNoteRule.max },
    { column: 'business.address', max: textLimits.businessAddress },
    { column: 'business.landing_headline', max: textLimits.landingHeadline },
    { column: 'business.landing_intro', max: textLimits.landingIntro },
    { column: 'business.logo_base64', max: textLimits.picture },
    { column: 'business.name', max: textLimits.businessName },
    { column: 'business.phone', max: textLimits.phone },
    { column: 'business.privacy_text', max: siteWordingLimits.privacy },
    { column: 'business.questions_text', max: siteWordingLimits.questions },
    { column: 'business.terms_text', max: siteWordingLimits.terms },
    { column: 'external_customer_ids.external_id', max: textLimits.externalId },
    { column: 'message_templates.body', max: messageTemplateLimits.email.body },
    { column: 'message_templates.subject', max: messageTemplateLimits.email.subject },
    { column: 'messages.text', max: textLimits.message },
    { column: 'people.office_notes', max: textLimits.officeNotes },
    { column: 'reviews.reply', max: reviewTextRule.max },
    { column: 'reviews.text', max: reviewTextRule.max },
    { column: 'vehicles.color', max: vehicleLimits.color },
  ]);
});

test('a statement that failed because of its parameter values still works with other values', async () => {
  const parseDate = async (text: string) => {
    const { rows } = await sql<{ date: string }>`select ${text}::text::date as date`.execute(
      database.store.kysely,
    );
    return rows[0]?.date;
  };
  await expect(parseDate('never')).rejects.toMatchObject({ code: '22007' });
  expect(await parseDate('2026-03-03')).toBe('2026-03-03');
  await expect(parseDate('never')).rejects.toMatchObject({ code: '22007' });
  expect(await parseDate('2026-03-04')).toBe('2026-03-04');
});
