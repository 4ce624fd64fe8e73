import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  makeService,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { readPdfPages } from '@curbwrench/testing/pdf-text';
import { send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let admin: Person;
let customer: Person;
let mechanic: Person;

beforeAll(async () => {
  app = await startApp({
    business: { name: 'Bay Wrench & Sons', address: '12 Dock Road, Oakland' },
  });
  admin = await makePerson(app, 'admin');
  customer = await makePerson(app, 'customer', {
    firstName: 'Łucja Ειρήνη',
    lastName: 'Živković-Щербакова',
  });
  mechanic = await makeMechanic(app);
});
afterAll(() => app.stop());

async function makePayment(
  details: { customerId?: string; paidAt?: Date | null; amount?: string; isDirect?: boolean } = {},
): Promise<number> {
  const customerId = details.customerId ?? customer.id;
  const paidAt = details.paidAt === undefined ? new Date('2026-03-04T06:30:00Z') : details.paidAt;
  const appointmentId = details.isDirect
    ? null
    : await makeAppointment(app, {
        date: '2026-03-02',
        status: 'completed',
        customer_id: customerId,
        mechanic_id: mechanic.id,
        vehicle_id: await makeVehicle(app, customerId, { make: 'Škoda' }),
        service_id: await makeService(app, { name: 'Brake pads, front' }),
      });
  const { id } = await app.store.kysely
    .insertInto('payments')
    .values({
      customer_id: customerId,
      appointment_id: appointmentId,
      amount: details.amount ?? '1249.50',
      status: paidAt ? 'completed' : 'pending',
      payment_method: paidAt ? 'card_terminal' : null,
      transaction_id: paidAt ? 'POS-77' : null,
      created_at: new Date('2026-03-02T20:00:00Z'),
      paid_at: paidAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const refund = (id: number, amount: string, reason = 'Goodwill') =>
  send(app, admin, 'POST', `/api/payments/${id}/refunds`, { amount, reason });

async function readReceipt(id: number, person: Person = customer) {
  const response = await send(app, person, 'GET', `/api/payments/${id}/receipt.pdf`);
  expect(response.statusCode).toBe(200);
  return { response, pages: readPdfPages(response.rawPayload) };
}

describe('a receipt', () => {
  test('shows the business, customer, job, amounts and refunds, in any alphabet @payments.receipt', async () => {
    const id = await makePayment();
    expect((await refund(id, '49.50', 'The left pad squeaks')).statusCode).toBe(201);
    const { response, pages } = await readReceipt(id);
    expect(response.headers['content-type']).toBe('application/pdf');
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="receipt-\d{4,}\.pdf"$/,
    );
    expect(response.headers['cache-control']).toBe('no-store');
    expect(pages).toHaveLength(1);
    const [text = ''] = pages;
    const number = `#${String(id).padStart(4, '0')}`;
    // Paid at 22:30 on March 3 in the business's time zone.
    for (const line of [
      'Receipt',
      number,
      'Bay Wrench & Sons',
      '12 Dock Road, Oakland',
      '+1 555 0100',
      'Łucja Ειρήνη Živković-Щербакова',
      customer.email,
      'Tue, Mar 03, 2026',
      'Paid',
      'card terminal',
      'POS-77',
      'Brake pads, front',
      '2019 Škoda Civic, Mon, Mar 02, 2026',
      'Total',
      '$1,249.50',
      'Paid on Tue, Mar 03, 2026',
      'The left pad squeaks',
      '-$49.50',
      'Net paid',
      '$1,200.00',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text).not.toContain('\ufffd');
    expect(text).not.toContain('Invoice');
  });

  test('for an unpaid amount is an invoice for what is due @payments.receipt', async () => {
    const id = await makePayment({ paidAt: null });
    const { response, pages } = await readReceipt(id);
    expect(response.headers['content-disposition']).toContain('filename="invoice-');
    const lines = pages.join('\n').split('\n');
    expect(lines).toContain('Invoice');
    expect(lines).toContain('Pending');
    expect(lines).toContain('Amount due');
    expect(lines.filter((line) => line === 'N/A')).toHaveLength(2);
    expect(lines.some((line) => line.startsWith('Paid') || line === 'Receipt')).toBe(false);
  });

  test('for a payment without an appointment describes it as a direct payment', async () => {
    const { pages } = await readReceipt(await makePayment({ isDirect: true }));
    expect(pages.join('\n').split('\n')).toEqual(
      expect.arrayContaining(['Direct Payment', 'Amount due', '$0.00']),
    );
  });

  test('shows no email address to a mechanic', async () => {
    const { pages } = await readReceipt(await makePayment(), mechanic);
    expect(pages.join('\n')).not.toContain(customer.email);
  });

  test('continues on numbered pages without losing a line', async () => {
    const id = await makePayment();
    const reasons = Array.from({ length: 30 }, (_, index) => `${index} ${'reason '.repeat(60)}end`);
    for (const reason of reasons) expect((await refund(id, '1.00', reason)).statusCode).toBe(201);
    const { pages } = await readReceipt(id);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.at(-1)).toContain(`page ${pages.length} of ${pages.length}`);
    expect(pages.join('\n').match(/^-\$1\.00$/gm)).toHaveLength(30);
    expect(pages.join('\n').match(/reason end$/gm)).toHaveLength(30);
  });

  test.each([
    ['that is very long', 'W'.repeat(100), 'M'.repeat(100)],
    ['that contains code', '%PDF-1.7 endobj', '<script>alert(1)</script> ) Tj ET'],
    [
      'with characters that change the text direction',
      'Ana\u202E',
      'gro\u2066live\u0301\u0301\u0301',
    ],
    ['without Latin letters', '\u{1F697}', '漢字 עברית'],
    ['with line breaks', 'Ana\nBob', 'C\tD\r\nE'],
  ])('is a valid PDF for a name %s', async (_, firstName, lastName) => {
    const person = await makePerson(app, 'customer', { firstName, lastName });
    const { pages, response } = await readReceipt(
      await makePayment({ customerId: person.id }),
      person,
    );
    expect(pages).toHaveLength(1);
    expect(response.rawPayload.subarray(-6).toString('latin1')).toBe('%%EOF\n');
    expect(pages[0]).toContain('$1,249.50');
    expect(pages[0]).not.toMatch(/[\u202E\u2066]/);
  });

  test('cannot be read by another customer', async () => {
    const stranger = await makePerson(app, 'customer');
    const id = await makePayment();
    const response = await send(app, stranger, 'GET', `/api/payments/${id}/receipt.pdf`);
    const missing = await send(app, stranger, 'GET', '/api/payments/999999/receipt.pdf');
    expect([response.statusCode, response.body]).toEqual([404, missing.body]);
  });
});
