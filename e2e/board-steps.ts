import { expect, type Locator, type Page } from '@playwright/test';
import { makeAppointment, type Person } from '@curbwrench/testing/builders';
import { today, type Sandbox } from './sandbox.ts';

const wide = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const;

/** Inserts a confirmed job for Marcus Bell at 11:00 AM today; `details` override its values. */
export const makeJob = (
  { app, people, oilChange }: Sandbox,
  details: Partial<Parameters<typeof makeAppointment>[1]> = {},
) =>
  makeAppointment(app, {
    date: today,
    start_time: '11:00',
    end_time: '12:00',
    status: 'confirmed',
    mechanic_id: people.mechanic.id,
    customer_id: people.customer.id,
    service_id: oilChange.id,
    ...details,
  });

/** Opens today's board in a wide window. */
export async function openBoard(sandbox: Sandbox): Promise<Page> {
  const page = await sandbox.openWithSession(sandbox.people.advisor, wide);
  await page.goto('/service-advisor');
  await expect(page.getByRole('group', { name: 'Lanes' })).toBeVisible();
  return page;
}

export const findLane = (page: Page, mechanic: Person | null) =>
  page.locator(`[data-lane="${mechanic?.id ?? ''}"]`);
export const findBlock = (lane: Locator, id: number) => lane.locator(`[data-job="${id}"]`);

/** Drags a block with the mouse to a lane, to a time `hours` later; `beforeDrop` runs just before the drop. */
export async function drag(
  block: Locator,
  hours: number,
  lane: Locator,
  beforeDrop = async () => {},
): Promise<void> {
  const { mouse } = block.page();
  const from = await block.boundingBox();
  const to = await lane.locator('[data-track]').boundingBox();
  if (!from || !to) throw new Error('The block or the lane is not shown.');
  const x = from.x + from.width / 2;
  await mouse.move(x, from.y + from.height / 2);
  await mouse.down();
  await mouse.move(x + 8, from.y + from.height / 2, { steps: 3 });
  // The block is an hour wide.
  await mouse.move(x + hours * from.width, to.y + to.height / 2, { steps: 8 });
  await beforeDrop();
  await mouse.up();
}
