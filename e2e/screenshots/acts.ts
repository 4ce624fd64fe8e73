import type { Page } from '@playwright/test';

/** Asks the assistant what everyone may ask, and waits for its answer. */
export async function assistantAnswered(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Curbwrench Assistant' }).click();
  const panel = page.getByRole('dialog', { name: 'Curbwrench Assistant' });
  await panel.getByRole('textbox').fill('When is my next appointment?');
  await panel.getByRole('button', { name: 'Send' }).click();
  await panel.getByText('Assistant is typing').waitFor({ state: 'hidden' });
  await panel.getByRole('textbox').isEnabled();
}

/** Chooses a tab of the page. */
export function tabChosen(name: string): (page: Page) => Promise<void> {
  return (page) => page.getByRole('tab', { name }).click();
}

/** Opens the first conversation of the inbox. */
export async function conversationOpened(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click();
}

/** Chooses a vehicle, a service, a day and a time, and says where. */
export async function bookingFilledIn(page: Page): Promise<void> {
  await page.getByLabel('Vehicle', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Service Type').selectOption({ index: 1 });
  await page.getByLabel('Service Location').fill('1735 Bellwether Avenue, Unit 14, Millbrook');
  await page.getByLabel('Additional Notes').fill('The gate code is 4711. Mind the dog.');
}

/** Starts the first job of the day, unless that has been done for an earlier picture. */
export async function jobStarted(page: Page): Promise<void> {
  const complete = page.getByRole('button', { name: /^Complete Service/ });
  const start = page.getByRole('button', { name: /^Start Service/ });
  await start.or(complete).first().waitFor();
  if ((await complete.count()) > 0) return;
  await start.first().click();
  await complete.first().waitFor();
  // Without the toast, which would lie over the next pictures too.
  await page.reload();
  await complete.first().waitFor();
}

/** Asks whether somebody comes to an address. */
export async function areaLookedUp(page: Page): Promise<void> {
  await page.getByLabel('ZIP code').fill('94110');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText(/^Yes/).waitFor();
}

/** Wants to add a vehicle while booking. */
export async function vehicleAdding(page: Page): Promise<void> {
  await page.getByLabel('Vehicle', { exact: true }).selectOption('add');
  await page.getByRole('dialog').waitFor();
}
