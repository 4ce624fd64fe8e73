import { makeAppointment, makeVehicle } from '@curbwrench/testing/builders';
import { expect, type Page, type Route } from '@playwright/test';
import { inFullBrowser } from './browser/launch-options.ts';
import { expectAccessible } from './accessibility.ts';
import { test, type Sandbox } from './sandbox.ts';

// After the request for a module has failed, the headless shell does not request the module again.
test.use(inFullBrowser);

const noConnection =
  "I'm sorry, I'm having trouble connecting right now. Please try again in a moment.";

/** Finds the parts of the assistant on a page. */
function findAssistant(page: Page) {
  const panel = page.getByRole('dialog', { name: 'Curbwrench Assistant' });
  return {
    button: page.getByRole('button', { name: 'Curbwrench Assistant' }),
    panel,
    log: panel.getByRole('log'),
    field: panel.getByRole('textbox', { name: 'Message to the assistant' }),
    send: panel.getByRole('button', { name: 'Send' }),
    typing: panel.getByText('The assistant is typing'),
  };
}

/** Inserts a confirmed oil change on Thursday for the sandbox's customer and mechanic. */
async function insertThursdayJob({ app, people, oilChange }: Sandbox): Promise<void> {
  const customerId = people.customer.id;
  await makeAppointment(app, {
    date: '2026-03-05',
    start_time: '13:00',
    end_time: '14:00',
    status: 'confirmed',
    customer_id: customerId,
    mechanic_id: people.mechanic.id,
    service_id: oilChange.id,
    vehicle_id: await makeVehicle(app, customerId),
  });
}

test('a customer asks a question using the keyboard, asks a follow-up question, and returns to the page @assistant.panel', async ({
  sandbox,
}) => {
  await insertThursdayJob(sandbox);
  const page = await sandbox.openAs('customer');
  const { button, panel, log, field, send } = findAssistant(page);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('heading', { name: 'Curbwrench Assistant' })).toBeVisible();
  await expect(log, 'the assistant greets first').toContainText(
    "Hello Casey. I'm the Curbwrench Assistant.",
  );
  await expect(field).toBeFocused();

  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  await expect(log.locator('p'), 'a blank message is not sent').toHaveCount(1);
  await expect(send).toHaveAttribute('aria-disabled', 'true');

  await field.fill('whens my next apointment');
  await page.keyboard.press('Enter');
  await expect(log).toContainText('Oil & Filter Change on Thu, Mar 05, 2026, 1:00 PM to 2:00 PM');
  await expect(log).toContainText('Mechanic: Marcus Bell.');
  await expect(field).toBeFocused();
  await page.keyboard.type('and the price?');
  await page.keyboard.press('Enter');
  await expect(log).toContainText('was booked at $89.00.');
  await page.keyboard.type('How do I turn on two-factor?');
  await page.keyboard.press('Enter');
  await expect(log).toContainText('Help: Two-factor authentication');
  await page.keyboard.type('who won the world cup?');
  await page.keyboard.press('Enter');
  await expect(log).toContainText("I don't know that.");
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();
  await page.getByRole('link', { name: 'Appointments', exact: true }).first().click();
  await button.click();
  await expect(log, 'the conversation is still there on the next page').toContainText(
    'was booked at $89.00.',
  );
  await panel.getByRole('button', { name: 'Close the assistant' }).click();
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();
});

test('while a response is pending a typing indicator is shown, and nothing else can be sent @assistant.waiting', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('customer');
  const { button, log, field, send, typing } = findAssistant(page);
  const heldRequests: Route[] = [];
  await page.route('**/api/chat', (route) => {
    heldRequests.push(route);
  });
  /** Waits for the request with this number, and lets it through. */
  const release = async (number: number) => {
    await expect.poll(() => heldRequests.length).toBe(number);
    await heldRequests[number - 1]?.continue();
  };
  await button.click();
  await log.getByRole('button', { name: 'Do I owe anything?' }).click();
  await expect(typing).toBeVisible();
  await expect(field).toBeDisabled();
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await release(1);
  await expect(log).toContainText("You don't owe anything.");
  await expect(typing).toBeHidden();
  await expect(field).toBeEnabled();

  for (const [index, question] of ['prices', 'thanks', 'hello'].entries()) {
    await field.fill(question);
    await send.click();
    await expect(typing).toBeVisible();
    await release(index + 2);
    await expect(typing).toBeHidden();
  }
  expect(heldRequests).toHaveLength(4);
  const lastBody: unknown = heldRequests[3]?.request().postDataJSON();
  expect(lastBody).toMatchObject({
    message: 'hello',
    context: { userId: sandbox.people.customer.id, userRole: 'customer' },
  });
  const { context } = lastBody as { context: { conversationHistory: { role: string }[] } };
  expect(
    context.conversationHistory.map(({ role }) => role),
    'the last five messages',
  ).toEqual(['assistant', 'user', 'assistant', 'user', 'assistant']);
});

test('a missing response is reported, and another question can be asked @assistant.failure', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('customer');
  const { button, log, field, send } = findAssistant(page);
  // Neither the panel's code nor the server can be reached.
  const unreachable = [`${sandbox.app.url}/`, '**/assistant-panel-*.js'];
  for (const url of unreachable) {
    await page.route(url, (route) => {
      sandbox.expectLostConnection(new URL(route.request().url()).pathname);
      return route.abort('connectionreset');
    });
  }
  sandbox.expectCaughtError('Part of the application could not be loaded.');
  await button.click();
  await expect(page.getByRole('alert')).toContainText(noConnection);
  for (const url of unreachable) await page.unroute(url);
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(field).toBeVisible();
  await page.route('**/api/chat', (route) => route.abort('connectionreset'));
  sandbox.expectLostConnection('/api/chat');
  await field.fill('When is my next appointment?');
  await send.click();
  await expect(log).toContainText(noConnection);
  await page.unroute('**/api/chat');
  await field.fill('When is my next appointment?');
  await send.click();
  await expect(log).toContainText("You don't have any upcoming appointments.");
});

test('on a phone the assistant opens as a sheet, and its button covers no other control', async ({
  sandbox,
}) => {
  await insertThursdayJob(sandbox);
  const page = await sandbox.openAs('mechanic', {
    viewport: { width: 360, height: 800 },
    hasTouch: true,
  });
  const { button, panel, log, send } = findAssistant(page);
  // The button is in the bar at the bottom, between the links, and covers nothing on the page.
  const bar = page.getByRole('navigation', { name: 'Main' }).last();
  const links = bar.getByRole('link');
  await expect(links).toHaveCount(4);
  for (const link of await links.all()) await expectNoOverlap(button, link);
  const [barBox, buttonBox] = [await bar.boundingBox(), await button.boundingBox()];
  expect(buttonBox?.y).toBeGreaterThanOrEqual(barBox?.y ?? Infinity);
  await button.tap();
  const sheet = await panel.boundingBox();
  expect([sheet?.x, sheet?.width]).toEqual([0, 360]);
  await log.getByRole('button', { name: "What's my next job?" }).tap();
  await expect(log).toContainText('1 Curb Street');
  await expectAccessible(page);
  await expect(send).toBeInViewport();
  await panel.getByRole('button', { name: 'Close the assistant' }).tap();
  await expect(panel).toBeHidden();

  const customer = await sandbox.openAs('customer', { viewport: { width: 360, height: 800 } });
  await customer.goto('/book-service');
  const submit = customer.getByRole('button', { name: 'Book Appointment' });
  await expect(findAssistant(customer).button).toBeVisible();
  await expectNoOverlap(findAssistant(customer).button, submit);
  await customer.goto('/chat-support');
  const composer = customer.getByRole('button', { name: 'Send' });
  await expect(composer).toBeVisible();
  await expectNoOverlap(findAssistant(customer).button, composer);
});

/** Expects that the two elements do not overlap. */
async function expectNoOverlap(
  element: ReturnType<Page['locator']>,
  otherElement: ReturnType<Page['locator']>,
): Promise<void> {
  await expect(element).toBeVisible();
  await expect(otherElement).toBeVisible();
  const [a, b] = [await element.boundingBox(), await otherElement.boundingBox()];
  if (!a || !b) throw new Error('One of the elements is not shown.');
  const overlaps =
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  expect(overlaps, 'the elements overlap').toBe(false);
}
