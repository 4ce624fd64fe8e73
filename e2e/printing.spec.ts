import { expect } from '@playwright/test';
import { makeBusyDay } from './busy-day.ts';
import { test } from './stage.ts';

test('an appointment on paper is without what can only be pressed', async ({ stage }) => {
  const { appointmentId } = await makeBusyDay(stage);
  const page = await stage.openAs('admin');
  await page.goto(`/appointments/${appointmentId}`);
  const heading = page.getByRole('heading', { level: 1 });
  const history = page.getByRole('heading', { name: 'History' });
  const pressed = [
    page.getByRole('navigation', { name: 'Main' }).first(),
    page.getByRole('button', { name: /^Notifications/ }),
    page.getByRole('heading', { name: 'Actions' }),
    page.getByRole('button', { name: 'Curbwrench Assistant' }),
  ];
  await expect(history).toBeVisible();
  for (const one of pressed) await expect(one).toBeVisible();

  await page.emulateMedia({ media: 'print' });
  await expect(heading).toBeVisible();
  await expect(history).toBeVisible();
  for (const one of pressed) await expect(one).toBeHidden();
});
