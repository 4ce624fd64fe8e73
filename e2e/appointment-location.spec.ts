import { makeAppointment } from '@curbwrench/testing/builders';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test, today } from './sandbox.ts';

test('an appointment shows its location on a small map, and says when the location is approximate @appointments.place-map', async ({
  sandbox,
}) => {
  const { app, people } = sandbox;
  const details = {
    customer_id: people.customer.id,
    mechanic_id: people.mechanic.id,
    service_id: sandbox.oilChange.id,
    date: today,
    status: 'confirmed',
    address: '5 Elm Street, San Francisco, CA 94103',
  } as const;
  const position = { latitude: 37.7711, longitude: -122.4122 };
  const exact = await makeAppointment(app, { ...details, ...position, place_precision: 'house' });
  const byZip = await makeAppointment(app, {
    ...details,
    ...position,
    date: '2026-03-04',
    place_precision: 'zip',
  });
  const unknown = await makeAppointment(app, {
    ...details,
    date: '2026-03-05',
    place_precision: 'unknown',
  });
  const message = 'Near 94103. The exact location is unknown.';
  for (const account of ['customer', 'mechanic', 'advisor'] as const) {
    const page = await sandbox.openWithSession(people[account]);
    const map = page.getByRole('region', { name: 'Map of the address' });
    await page.goto(`/appointments/${byZip}`);
    await expect(page.getByText(message)).toBeVisible();
    await expect(map).toBeVisible();
    await page.goto(`/appointments/${exact}`);
    await expect(map).toBeVisible();
    await expect(page.getByText(message)).toHaveCount(0);
    await expectAccessible(page);
    await page.goto(`/appointments/${unknown}`);
    await expect(
      page.getByRole('heading', { level: 1, name: /Oil & Filter Change/ }),
    ).toBeVisible();
    await expect(map).toHaveCount(0);
    await page.context().close();
  }
});
