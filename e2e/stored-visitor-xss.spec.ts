import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { getToken, makeLinkToken } from '@curbwrench/testing/appointment-links';
import { makeCompletedJob } from '@curbwrench/testing/reviews';
import { expectTexts } from './expect-texts.ts';
import { test, type Sandbox } from './sandbox.ts';
import { monitorPayloads } from './store-xss-payloads.ts';
import {
  createApiClient,
  linePayloads,
  namePayloads,
  packPayloads,
  payloadAt,
} from './xss-payload-texts.ts';

/*
 * Like stored-xss.spec.ts, but for what visitors can store without signing in: with a booking, and through its link.
 */

/** A visitor's appointment and the texts that they stored with it. */
interface VisitorTexts {
  readonly id: number;
  readonly customerId: string;
  readonly vehicleId: number;
  readonly linkToken: string;
  readonly names: readonly [first: string, last: string];
  readonly vehicle: readonly [make: string, model: string];
  readonly plateNumber: string;
  readonly address: string;
  readonly gateCode: string;
  readonly notes: string;
  readonly message: string;
  /** Why they canceled it; null if they did not. */
  readonly reason: string | null;
}

/** Books as many times as it takes to store every payload in the notes, with payloads in all other text fields. */
async function bookWithPayloads(sandbox: Sandbox): Promise<readonly VisitorTexts[]> {
  const request = createApiClient(sandbox);
  const { advisor } = sandbox.people;
  const addresses = packPayloads(300, linePayloads);
  const messages = packPayloads(2_000);
  const reasons = packPayloads(500);
  const stored: VisitorTexts[] = [];
  for (const [index, notes] of packPayloads(2_000).entries()) {
    const ipAddress = `10.9.${index}.1`;
    const email = `visitor-${index}@evil.example`;
    const names = [
      payloadAt(index, 60, namePayloads),
      payloadAt(index + 20, 60, namePayloads),
    ] as const;
    const vehicle = [payloadAt(index + 40, 60), payloadAt(index + 60, 60)] as const;
    const plateNumber = payloadAt(index + 80, 15);
    const gateCode = payloadAt(index + 120, 60);
    const address = addresses[index % addresses.length] ?? '';
    const { token, demoCode } = await request<{ token: string; demoCode: string }>(
      null,
      'POST',
      '/api/visitor-bookings/code',
      { email },
      {},
      ipAddress,
    );
    const { url } = await request<{ url: string }>(
      null,
      'POST',
      '/api/visitor-bookings',
      {
        serviceId: sandbox.oilChange.id,
        date: '2026-03-05',
        startTime: `${String(8 + index).padStart(2, '0')}:00`,
        location: JSON.stringify({ address }),
        notes,
        gateCode,
        newCustomer: {
          firstName: names[0],
          lastName: names[1],
          phone: '(415) 555-0123',
          email,
          vehicle: {
            year: 2018,
            make: vehicle[0],
            model: vehicle[1],
            plateNumber,
            vin: payloadAt(index + 100, 17),
          },
        },
        token,
        code: demoCode,
      },
      {},
      ipAddress,
    );
    const linkToken = getToken(url);
    const message = messages[index % messages.length] ?? '';
    await request(null, 'POST', '/api/appointment-link/messages', {
      token: linkToken,
      text: message,
      clientId: randomUUID(),
    });
    const reason = index % 2 === 0 ? (reasons[index % reasons.length] ?? null) : null;
    if (reason !== null)
      await request(null, 'POST', '/api/appointment-link/cancel', { token: linkToken, reason });
    const { id } = await request<{ id: number }>(null, 'POST', '/api/appointment-link', {
      token: linkToken,
    });
    const { customerId, vehicleId } = await request<{ customerId: string; vehicleId: number }>(
      advisor,
      'GET',
      `/api/appointments/${id}`,
    );
    const ids = { id, customerId, vehicleId, linkToken };
    const texts = { names, vehicle, plateNumber, address, gateCode, notes, message, reason };
    stored.push({ ...ids, ...texts });
  }
  return stored;
}

/** Reviews a completed job through its link, and returns the review's text and the link's token. */
async function reviewByLink(sandbox: Sandbox, { customerId, vehicleId }: VisitorTexts) {
  const { app, people, oilChange } = sandbox;
  const id = await makeCompletedJob(app, customerId, people.mechanic.id, {
    vehicle_id: vehicleId,
    service_id: oilChange.id,
  });
  const token = await makeLinkToken(app, id, customerId);
  const [text = ''] = packPayloads(2_000);
  const request = createApiClient(sandbox);
  await request(null, 'POST', '/api/appointment-link/review', { token, rating: 4, text });
  return { token, text };
}

test('XSS payloads that visitors store are shown as text to the visitors, the public and the office', async ({
  sandbox,
}) => {
  // The test opens about thirty screens.
  test.setTimeout(600_000);
  const stored = await bookWithPayloads(sandbox);
  const [first] = stored;
  if (!first) throw new Error('No visitor has booked.');
  const review = await reviewByLink(sandbox, first);

  const visitor = await sandbox.openPage();
  await monitorPayloads(visitor);
  for (const { linkToken, address, vehicle } of stored) {
    await open(visitor, `/appointment-link#token=${linkToken}`);
    await expectTexts(visitor, [address, ...vehicle]);
  }
  await open(visitor, `/appointment-link#token=${review.token}`);
  await expectTexts(visitor, [review.text]);
  await open(visitor, '/reviews');
  await expectTexts(visitor, [review.text, first.names[0]]);
  await open(visitor, '/');
  await expectTexts(visitor, [review.text]);

  const advisor = await sandbox.openWithSession(sandbox.people.advisor);
  await monitorPayloads(advisor);
  for (const { id, names, vehicle, address, gateCode, notes, reason, ...texts } of stored) {
    await open(advisor, `/appointments/${id}`);
    const shown = [
      ...names,
      ...vehicle,
      address,
      notes,
      ...(reason === null ? [gateCode] : [reason]),
    ];
    await expectTexts(advisor, shown);
    await open(advisor, `/customers/${texts.customerId}`);
    await expectTexts(advisor, [...names, ...vehicle, texts.plateNumber, address]);
    await open(advisor, `/chat-support?customer=${texts.customerId}`);
    await expectTexts(advisor, [...names, texts.message]);
  }
  await open(advisor, `/vehicles/${first.vehicleId}`);
  await expectTexts(advisor, [...first.vehicle, first.plateNumber]);
  await open(advisor, '/customers');
  await expectTexts(
    advisor,
    stored.flatMap(({ names }) => [...names]),
  );
  await open(advisor, '/service-advisor?tab=pending');
  await open(advisor, '/service-advisor?view=board&date=2026-03-05');
  await open(advisor, '/message-log');
  await expectTexts(advisor, first.names);

  const admin = await sandbox.openWithSession(sandbox.people.admin);
  await monitorPayloads(admin);
  await open(admin, '/audit?kind=vehicle');
  await expectTexts(admin, first.vehicle);
  await open(admin, '/audit?kind=user');
  await expectTexts(admin, first.names);
  await open(admin, '/mail');
});

/** Opens a screen and waits until all of its data is loaded. */
async function open(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    // A URL that differs only in its hash would not be loaded again.
    await page.goto('about:blank');
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.animate-breathe')).toHaveCount(0);
  });
}
