import { makeServiceArea } from '@curbwrench/testing/builders';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { toast } from './booking-page.ts';
import { tabTo } from './keyboard-steps.ts';
import { test, type Sandbox } from './sandbox.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Returns the stored vertices of the area with this name, or null if it has none. */
async function readRing({ app }: Sandbox, name: string): Promise<unknown> {
  const areas = app.store.kysely.selectFrom('service_areas').select('ring');
  return (await areas.where('name', '=', name).executeTakeFirst())?.ring ?? null;
}

/** Presses the map at points that are given as fractions of its width and height. */
async function pressMap(map: Locator, fractions: readonly (readonly [number, number])[]) {
  const { width, height } = await getBox(map);
  for (const [x, y] of fractions) {
    await map.click({ position: { x: x * width, y: y * height } });
  }
}

async function getBox(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return box;
}

/** Waits until the page has drawn this many frames. */
async function waitForFrames(page: Page, count: number): Promise<void> {
  for (let frame = 0; frame < count; frame += 1) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

async function openAreas(page: Page): Promise<Locator> {
  await page.goto('/service-area-map');
  return page.getByRole('dialog', { name: /^(Add|Edit) area$/ });
}

/** Returns the vertices in the text field, as numbers. */
async function readTypedVertices(dialog: Locator): Promise<readonly (readonly number[])[]> {
  const text = await dialog.getByLabel('Boundary points').inputValue();
  return text.split('\n').map((line) => line.split(', ').map(Number));
}

test('an area is drawn with the mouse, and a click on an edge adds a vertex between its ends @areas.draw @areas.list', async ({
  sandbox,
}) => {
  sandbox.expectErrorStatus(400, '/api/service-areas');
  const admin = await sandbox.openAs('admin');
  const dialog = await openAreas(admin);
  await admin.getByRole('button', { name: 'Add area' }).click();
  await dialog.getByLabel('Name').fill('Drawn');
  const map = dialog.getByRole('region', { name: 'Map of the area' });
  const pins = dialog.getByRole('button', { name: /^Point \d+$/ });
  const add = dialog.getByRole('button', { name: 'Add area' });
  const undo = dialog.getByRole('button', { name: 'Undo' });

  await test.step('edges that cross are refused, and nothing is stored', async () => {
    await pressMap(map, [
      [0.3, 0.3],
      [0.7, 0.3],
    ]);
    await expect(dialog.getByText('An area needs 3 to 199 points')).toBeVisible();
    await pressMap(map, [
      [0.3, 0.7],
      [0.7, 0.7],
    ]);
    await expect(dialog.getByText('An area needs 3 to 199 points')).toHaveCount(0);
    await expect(pins).toHaveCount(4);
    await add.click();
    await expect(dialog.getByText(/^The edges cross or touch each other near/)).toBeVisible();
    expect(await readRing(sandbox, 'Drawn')).toBeNull();
  });

  await undo.click();
  await undo.click();
  await expect(pins).toHaveCount(2);
  await expect(dialog.getByText(/^The edges cross/)).toHaveCount(0);
  await pressMap(map, [
    [0.7, 0.7],
    [0.3, 0.7],
  ]);

  await test.step('a press on the first edge adds the second vertex', async () => {
    await pressMap(map, [[0.5, 0.31]]);
    await expect(dialog.getByText('Point 5')).toBeVisible();
    const [first, second, third] = await readTypedVertices(dialog);
    expect(second?.[1]).toBeGreaterThan(first?.[1] ?? 0);
    expect(second?.[1]).toBeLessThan(third?.[1] ?? 0);
  });

  await test.step('pressing a vertex adds none, and dragging it moves it', async () => {
    const before = await readTypedVertices(dialog);
    const box = await getBox(pins.nth(1));
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 3];
    await admin.mouse.click(x, y);
    await expect(pins).toHaveCount(5);
    await admin.mouse.move(x, y);
    await admin.mouse.down();
    await admin.mouse.move(x, y - 40, { steps: 4 });
    await admin.mouse.up();
    await expect
      .poll(async () => (await readTypedVertices(dialog))[1]?.[0])
      .not.toBe(before[1]?.[0]);
    const after = await readTypedVertices(dialog);
    expect(after[1]?.[0]).toBeGreaterThan(before[1]?.[0] ?? 0);
    expect(after.with(1, [])).toEqual(before.with(1, []));
  });

  await test.step('vertices that are typed appear on the map', async () => {
    const verticesField = dialog.getByLabel('Boundary points');
    const text = await verticesField.inputValue();
    await verticesField.fill(`${text}\n37.9, nowhere`);
    await expect(pins).toHaveCount(5);
    await expect(
      dialog.getByText('Point 6: the latitude and longitude must be numbers'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove point 6' }).click();
    await expect(verticesField).toHaveValue(text);
    await expect(dialog.getByText(/^Point 6:/)).toHaveCount(0);
  });

  await expectAccessible(admin);
  await add.click();
  await expect(toast(admin, 'Area created')).toBeVisible();
  await expect(admin.getByRole('article').filter({ hasText: 'Drawn' })).toContainText(
    'Area outlined on the map',
  );
  expect(await readRing(sandbox, 'Drawn')).toHaveLength(6);

  await test.step('looking up a location says whether it is inside or outside the area', async () => {
    const areasMap = admin.getByRole('region', { name: 'Map of the areas we serve' });
    await pressMap(areasMap, [[0.5, 0.6]]);
    await expect(admin.getByText('Yes, we serve that location.')).toBeVisible();
    await expect(admin.getByText(/^It's in Drawn/)).toBeVisible();
    await pressMap(areasMap, [[0.1, 0.5]]);
    await expect(admin.getByText("We don't serve that location yet.")).toBeVisible();
  });
});

test('an area is drawn and edited using only the keyboard @areas.draw', async ({ sandbox }) => {
  const admin = await sandbox.openAs('admin');
  const { keyboard } = admin;
  const dialog = await openAreas(admin);
  await admin.getByRole('button', { name: 'Add area' }).focus();
  await keyboard.press('Enter');
  await tabTo(dialog.getByLabel('Name'));
  await keyboard.type('By keys');
  const addVertex = dialog.getByRole('button', { name: 'Add point' });
  const vertex = (number: number) =>
    dialog.getByRole('button', { name: `Point ${number}`, exact: true });
  const press = async (keys: Record<string, number>) => {
    for (const [key, times] of Object.entries(keys)) {
      for (let count = 0; count < times; count += 1) await keyboard.press(key);
    }
  };
  for (const [index, keys] of [
    { 'Shift+ArrowUp': 6 },
    { 'Shift+ArrowRight': 8, ArrowDown: 3 },
    { 'Shift+ArrowDown': 5, 'Shift+ArrowLeft': 3 },
  ].entries()) {
    await tabTo(addVertex);
    await keyboard.press('Enter');
    await expect(vertex(index + 1)).toBeFocused();
    await press(keys);
  }
  await tabTo(dialog.getByRole('button', { name: 'Add area' }));
  await keyboard.press('Enter');
  await expect(toast(admin, 'Area created')).toBeVisible();
  const stored = await readRing(sandbox, 'By keys');
  expect(stored).toHaveLength(4);

  await test.step('one vertex is moved, and another is removed and restored', async () => {
    await tabTo(admin.getByRole('button', { name: 'Edit By keys' }));
    await keyboard.press('Enter');
    await tabTo(vertex(2));
    await press({ 'Shift+ArrowDown': 2 });
    await tabTo(dialog.getByRole('button', { name: 'Remove point 3' }));
    await keyboard.press('Enter');
    await expect(dialog.getByText('An area needs 3 to 199 points')).toBeVisible();
    // Shift+Tab moves from the list back to the buttons before it.
    await expect(dialog.getByRole('list', { name: 'In order around the area' })).toBeVisible();
    await keyboard.press('Shift+Tab');
    await expect(dialog.getByRole('button', { name: 'Undo' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(vertex(3)).toBeVisible();
    await tabTo(dialog.getByRole('button', { name: 'Save area' }));
    await keyboard.press('Enter');
    await expect(toast(admin, 'Area updated')).toBeVisible();
    const changed = await readRing(sandbox, 'By keys');
    expect(changed).toHaveLength(4);
    expect(changed).not.toEqual(stored);
  });
});

test('a circle is placed, drawn with its radius and moved on the map @areas.draw @areas.list', async ({
  sandbox,
}) => {
  const admin = await sandbox.openAs('admin');
  const dialog = await openAreas(admin);
  await admin.getByRole('button', { name: 'Add area' }).click();
  await dialog.getByLabel('Name').fill('Around');
  await dialog.getByLabel('Also include a radius around a point').check();
  await dialog.getByRole('button', { name: 'Place center' }).click();
  await expect(dialog.getByLabel('Longitude')).toHaveValue(/^-122\.4[12]/);
  const latitude = await dialog.getByLabel('Latitude').inputValue();
  await expect(dialog.getByLabel('Radius (miles)')).toHaveValue('5');
  const center = dialog.getByRole('button', { name: 'Center of the circle' });
  await center.focus();
  await admin.keyboard.press('Shift+ArrowUp');
  await admin.keyboard.press('Tab');
  await expect(dialog.getByLabel('Latitude')).not.toHaveValue(latitude);
  await dialog.getByRole('button', { name: 'Add area' }).click();
  await expect(toast(admin, 'Area created')).toBeVisible();
  const area = admin.getByRole('article').filter({ hasText: 'Around' });
  await expect(area).toContainText('Within 5 miles of this point');
  await expect(area).not.toContainText('37.');
});

test('the map does not move while the center of a circle is dragged @areas.draw', async ({
  sandbox,
}) => {
  await makeServiceArea(sandbox.app, [], {
    name: 'Both',
    latitude: 37.7749,
    longitude: -122.4194,
    radius_miles: '5',
    ring: '[[-122.48,37.8],[-122.45,37.8],[-122.45,37.82],[-122.48,37.8]]',
  });
  const admin = await sandbox.openAs('admin');
  const dialog = await openAreas(admin);
  await admin.getByRole('button', { name: 'Edit Both' }).click();
  const center = dialog.getByRole('button', { name: 'Center of the circle' });
  const vertex = dialog.getByRole('button', { name: 'Point 1', exact: true });
  await center.hover({ trial: true });
  const before = await getBox(vertex);
  const { x, y, width, height } = await getBox(center);
  await admin.mouse.move(x + width / 2, y + height / 3);
  await admin.mouse.down();
  await admin.mouse.move(x + width / 2, y - 90, { steps: 10 });
  await waitForFrames(admin, 30);
  expect(await getBox(vertex)).toEqual(before);
  await admin.mouse.up();
  await expect(dialog.getByLabel('Latitude')).not.toHaveValue('37.7749');
});

test('on a phone, taps add vertices and dragging moves them @areas.draw', async ({ sandbox }) => {
  const admin = await sandbox.openAs('admin', phone);
  const dialog = await openAreas(admin);
  await admin.getByRole('button', { name: 'Add area' }).tap();
  const map = dialog.getByRole('region', { name: 'Map of the area' });
  const pins = dialog.getByRole('button', { name: /^Point \d+$/ });
  await map.scrollIntoViewIfNeeded();
  const { width, height } = await getBox(map);
  expect(height).toBeGreaterThanOrEqual(288);
  for (const [x, y] of [
    [0.3, 0.3],
    [0.7, 0.3],
    [0.5, 0.7],
  ] as const) {
    await map.tap({ position: { x: x * width, y: y * height } });
  }
  await expect(pins).toHaveCount(3);
  const before = await readTypedVertices(dialog);
  const box = await getBox(pins.nth(0));
  const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const touch = await admin.context().newCDPSession(admin);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', offsetY = 0) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: finger.x, y: finger.y + offsetY }],
    });
  await send('touchStart');
  for (const offsetY of [10, 20, 30]) await send('touchMove', offsetY);
  await send('touchEnd');
  await expect.poll(async () => (await readTypedVertices(dialog))[0]?.[0]).not.toBe(before[0]?.[0]);
  expect((await readTypedVertices(dialog))[0]?.[0]).toBeLessThan(before[0]?.[0] ?? 0);
  await expect(pins).toHaveCount(3);
});

test('everyone can see the areas on a map, and look up a location by pressing it @areas.map @areas.look-up', async ({
  sandbox,
}) => {
  await makeServiceArea(sandbox.app, [], {
    name: 'Downtown',
    trip_fee: '15.00',
    ring: JSON.stringify([
      [-122.45, 37.76],
      [-122.39, 37.76],
      [-122.39, 37.79],
      [-122.45, 37.79],
      [-122.45, 37.76],
    ]),
  });
  const page = await sandbox.openAs('customer');
  await page.goto('/service-area-map');
  const map = page.getByRole('region', { name: 'Map of the areas we serve' });
  const pin = page.getByRole('button', { name: 'Selected location' });
  const areaButton = page.getByRole('button', { name: 'Downtown' });
  await pressMap(map, [[0.5, 0.65]]);
  await expect(page.getByText('Yes, we serve that location.')).toBeVisible();
  await expect(page.getByText('A trip fee of $15.00 is added to the price.')).toBeVisible();
  await expect(pin).toBeVisible();
  await pressMap(map, [[0.5, 0.03]]);
  await expect(page.getByText("We don't serve that location yet.")).toBeVisible();

  await test.step('the pin is moved with the keyboard', async () => {
    await pin.focus();
    for (let times = 0; times < 10; times += 1) await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Tab');
    await expect(page.getByText('Yes, we serve that location.')).toBeVisible();
  });

  await test.step('looking up a ZIP code places a pin too', async () => {
    await page.getByLabel('ZIP code').fill('94103');
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText("We can't tell from 94103 alone.")).toBeVisible();
    await expect(pin).toBeVisible();
  });

  await test.step('an area stands out when it is chosen in the list', async () => {
    await areaButton.press('Enter');
    await expect(areaButton).toHaveAttribute('aria-current', 'true');
  });
  await expectAccessible(page, { alsoOnPhone: true });
});
