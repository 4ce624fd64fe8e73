import { expect, type Page } from '@playwright/test';
import { logIn, robin } from './account-steps.ts';
import { expectAllPayloadsStored } from './expect-payloads-stored.ts';
import { expectTexts } from './expect-texts.ts';
import { fillPath, pages, pagesFor, pagesIdenticalForEveryone, readVehicleId } from './pages.ts';
import {
  listTextsForVisitors,
  monitorPayloads,
  storeXssPayloads,
  type StoredPayloads,
} from './store-xss-payloads.ts';
import { packPayloads } from './xss-payload-texts.ts';
import { onOwnServer, test, type Sandbox } from './sandbox.ts';
import { xssPayloads } from './xss-payloads.ts';

// The test changes the business's texts.
test.use(onOwnServer);

/** The route paths, as in `paths.ts`, that each browser page has opened. */
const visitedPathsByPage = new Map<Page, Set<string>>();

/*
 * Stores two hundred XSS payloads in the fields that store text, and opens every screen: no payload executes, the
 * content security policy blocks nothing, and each payload is shown as text. An executed or blocked payload is reported
 * as a page error, and the sandbox fails the test for it.
 */

test('stored XSS payloads are shown as text on every screen of every role', async ({ sandbox }) => {
  // About a hundred screens: two minutes on a small machine, more on a busy one.
  test.setTimeout(900_000);
  expect(new Set(xssPayloads).size).toBe(200);
  const stored = await storeXssPayloads(sandbox);
  expectAllPayloadsStored(stored);
  await visitAsVisitor(sandbox, stored);
  await visitAsCustomer(sandbox, stored);
  await visitAsMechanic(sandbox, stored);
  await visitAsAdvisor(sandbox, stored);
  await visitAsAdmin(sandbox, stored);
  await visitAccountPage(sandbox, stored);
  const visitedPaths = new Set([...visitedPathsByPage.values()].flatMap((paths) => [...paths]));
  expect(pages.filter((path) => !visitedPaths.has(path))).toEqual([]);
});

test('an executed or blocked payload is reported as a page error', async ({ sandbox, browser }) => {
  // These errors would fail the test on a page opened by the sandbox.
  for (const hasPolicy of [true, false]) {
    const context = await browser.newContext({ baseURL: sandbox.app.url, bypassCSP: !hasPolicy });
    const page = await context.newPage();
    await monitorPayloads(page);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto('/');
    await page.evaluate(
      (texts) => {
        for (const text of texts)
          document.body.appendChild(document.createElement('div')).innerHTML = text;
      },
      xssPayloads.slice(0, 40),
    );
    const expected = hasPolicy ? 'The CSP blocked' : 'A stored payload executed';
    await expect.poll(() => errors.join('\n')).toContain(expected);
    await context.close();
  }
});

async function visitAsVisitor(sandbox: Sandbox, stored: StoredPayloads): Promise<void> {
  const page = await sandbox.openPage();
  await monitorPayloads(page);
  sandbox.expectErrorStatus(410, '/api/account/verify-email');
  sandbox.expectErrorStatus(400, '/api/account/verify-email');
  sandbox.expectErrorStatus(400, '/api/invitations/read');
  sandbox.expectErrorStatus(410, '/api/invitations/read');
  const script = encodeURIComponent('javascript:ran()//"><img src=x onerror=ran()>');
  const paths = ['/', '/sign-in', '/sign-up', '/verify-email', '/reset-password', '/invitation'];
  for (const path of paths) {
    await open(page, `${path}?to=${script}&problem=${script}#token=${script}`);
  }
  await open(page, `/set-up#token=${script}`);
  await open(page, `/${script}`);
  await open(page, '/book-service');
  await open(page, '/reviews');
  await expectTexts(page, [...stored.reviews.texts, ...stored.names.slice(0, 1)]);
  for (const [path, texts] of listTextsForVisitors(stored)) {
    await open(page, path);
    await expectTexts(page, texts);
  }
  await openOtherPages(page, 'signed-out', sandbox.people.customer.id);
}

async function visitAsCustomer(sandbox: Sandbox, stored: StoredPayloads): Promise<void> {
  const page = await openMonitored(sandbox, 'customer');
  await open(page, '/');
  await expectTexts(page, [...stored.makes, ...stored.models, ...stored.plates]);
  await open(page, '/appointments?tab=past');
  await showAll(page);
  await expectTexts(page, stored.addresses.slice(0, stored.cancelledJobs.length));
  await open(page, '/appointments?tab=upcoming');
  await showAll(page);
  await expectTexts(page, stored.addresses.slice(stored.cancelledJobs.length));
  await open(page, '/book-service');
  await expectTexts(page, [
    ...stored.makes,
    ...stored.models,
    ...stored.plates,
    ...stored.serviceNames,
  ]);
  await open(page, '/services');
  await expectTexts(page, [...stored.serviceNames, ...stored.descriptions]);
  await open(page, '/subscription-plans');
  await expectTexts(page, [...stored.planNames, ...stored.planDescriptions]);
  await open(page, '/service-area-map');
  await expectTexts(page, stored.areaNames);
  await open(page, '/chat-support');
  await expectTexts(page, stored.messages);
  await expectReceiptTexts(page, stored);
  for (const [index, id] of stored.reviews.jobIds.entries()) {
    await open(page, `/appointments/${id}`);
    await expectTexts(page, stored.reviews.texts.slice(index, index + 1));
  }
  await open(page, `/appointments/${stored.declinedJob.id}`);
  await askAssistant(page);
  await open(page, '/settings');
  await open(page, '/account');
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue(stored.phones[0] ?? '');
  await openOtherPages(page, 'customer', sandbox.people.customer.id, stored.declinedJob.id);
}

/** Sends the payloads to the assistant, which shows them as text. */
async function askAssistant(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Curbwrench Assistant' }).click();
  const panel = page.getByRole('dialog', { name: 'Curbwrench Assistant' });
  const box = panel.getByRole('textbox', { name: 'Message to the assistant' });
  const texts = packPayloads(1_000);
  for (const text of texts) {
    await box.fill(text);
    await panel.getByRole('button', { name: 'Send' }).click();
    await expect(box).toHaveValue('');
    await expect(panel.getByText('The assistant is typing')).toHaveCount(0);
  }
  await expectTexts(page, texts);
}

async function expectReceiptTexts(page: Page, { refundedPayment }: StoredPayloads): Promise<void> {
  await open(page, '/payments');
  const receipts = page.getByRole('button', { name: /^Receipt #/ });
  await receipts.first().click();
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toBeVisible();
  await expectTexts(page, [refundedPayment.transactionId, ...refundedPayment.reasons]);
}

async function visitAsMechanic(sandbox: Sandbox, stored: StoredPayloads): Promise<void> {
  for (const { id, mechanic, notes, workNote } of stored.jobs) {
    const mechanicPage = await sandbox.openWithSession(mechanic);
    await monitorPayloads(mechanicPage);
    await open(mechanicPage, '/');
    await expectTexts(mechanicPage, [notes]);
    await open(mechanicPage, `/appointments/${id}`);
    await expectTexts(mechanicPage, [workNote]);
  }
  const page = await openMonitored(sandbox, 'mechanic');
  await open(page, '/');
  await page.getByRole('tab', { name: 'Map & Navigation' }).click();
  await open(page, '/appointments?tab=all');
  await expectTexts(page, [...stored.makes.slice(0, 1), ...stored.models.slice(0, 1)]);
  await open(page, '/chat-support');
  await expectTexts(page, stored.messages);
  await open(page, '/reviews');
  await expectTexts(page, stored.reviews.texts);
  const ownJob = stored.jobs.find(({ mechanic }) => mechanic.id === sandbox.people.mechanic.id);
  await openOtherPages(page, 'mechanic', sandbox.people.customer.id, ownJob?.id);
}

async function visitAsAdvisor(sandbox: Sandbox, stored: StoredPayloads): Promise<void> {
  const page = await openMonitored(sandbox, 'advisor');
  await open(page, '/');
  for (const tab of ['pending', 'confirmed', 'in_progress', 'completed']) {
    await open(page, `/service-advisor?tab=${tab}`);
    await showAll(page);
  }
  await open(page, '/appointments');
  await expectTexts(page, stored.names.slice(0, 2));
  await open(page, `/appointments/${stored.declinedJob.id}`);
  await expectTexts(page, [...stored.declinedJob.reasons, ...stored.phones.slice(0, 1)]);
  for (const { id, reason } of stored.cancelledJobs) {
    await open(page, `/appointments/${id}`);
    await expectTexts(page, [reason]);
  }
  await open(page, '/chat-support');
  await page
    .getByRole('link', { name: /unread/ })
    .first()
    .click();
  await expectTexts(page, stored.names.slice(0, 2));
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await openOtherPages(page, 'advisor', sandbox.people.customer.id, stored.declinedJob.id);
}

async function visitAsAdmin(sandbox: Sandbox, stored: StoredPayloads): Promise<void> {
  const page = await openMonitored(sandbox, 'admin');
  await open(page, '/');
  await expectTexts(page, stored.names.slice(0, 2));
  await open(page, '/appointments');
  await open(page, '/mechanics');
  await expectTexts(page, stored.names.slice(2, 4));
  await open(page, '/service-advisor');
  await open(page, '/services');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectTexts(page, [...stored.serviceNames, ...stored.skills]);
  await expectReceiptTexts(page, stored);
  await open(page, '/subscription-plans');
  await expectTexts(page, stored.planNames);
  await open(page, '/service-area-map');
  await expectTexts(page, stored.areaNames);
  await open(page, '/reviews');
  await expectTexts(page, [...stored.reviews.texts, ...stored.names.slice(0, 2)]);
  await open(page, '/settings?tab=people');
  await showAll(page);
  await expectTexts(page, stored.names);
  await page
    .getByRole('button', { name: /^Manage / })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await open(page, '/settings?tab=messages');
  const editedTemplates = page.getByRole('button', { name: /\(edited\)/ });
  await expect(editedTemplates).toHaveCount(stored.messageTemplates.length);
  for (const [index, template] of stored.messageTemplates.entries()) {
    await editedTemplates.nth(index).click();
    await expectTexts(page, [template]);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  }
  await open(page, '/message-log');
  await showAll(page);
  await open(page, '/mail');
  await showAll(page);
  const collapsedMessages = page.getByRole('main').getByRole('button', { expanded: false });
  await collapsedMessages.evaluateAll((buttons: HTMLButtonElement[]) => {
    for (const button of buttons) button.click();
  });
  const showButtons = page.getByRole('main').getByRole('button', { name: 'Show message' });
  const count = await showButtons.count();
  await showButtons.first().click();
  await expect(showButtons).toHaveCount(count - 1);
  for (const [kind, texts] of [
    ['vehicle', [...stored.makes, ...stored.models, ...stored.plates, ...stored.vins]],
    ['user', [...stored.names, ...stored.phones]],
    ['service', [...stored.serviceNames, ...stored.skills]],
    ['payment', stored.transactionIds],
    ['review', stored.reviews.texts],
    ['appointment', []],
  ] as const) {
    await open(page, `/audit?kind=${kind}`);
    await showAll(page);
    await expectTexts(page, texts);
  }
  await openOtherPages(page, 'admin', sandbox.people.customer.id, stored.declinedJob.id);
}

async function visitAccountPage(sandbox: Sandbox, stored: StoredPayloads): Promise<void> {
  const page = await sandbox.openPage();
  await monitorPayloads(page);
  await page.goto('/sign-in');
  await logIn(page, robin);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await open(page, '/account');
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(
    stored.sessionCount + 1,
  );
}

async function openMonitored(
  sandbox: Sandbox,
  account: 'customer' | 'mechanic' | 'advisor' | 'admin',
): Promise<Page> {
  const page = await sandbox.openWithSession(sandbox.people[account]);
  await monitorPayloads(page);
  return page;
}

/** Opens the pages that the viewer can open and has not opened yet. */
async function openOtherPages(
  page: Page,
  viewer: Parameters<typeof pagesFor>[0],
  customer: string,
  appointment?: number,
): Promise<void> {
  const vehicle = appointment === undefined ? undefined : await readVehicleId(page, appointment);
  for (const path of pagesFor(viewer)) {
    // The visitor opens the pages that everyone sees alike.
    if (viewer !== 'signed-out' && pagesIdenticalForEveryone.includes(path)) continue;
    if (!visitedPathsByPage.get(page)?.has(path)) {
      await open(page, fillPath(path, { appointment, customer, vehicle }));
    }
  }
}

/** Opens a screen and waits until all of its data is loaded. */
async function open(page: Page, path: string): Promise<void> {
  const [pathname = ''] = path.split(/[?#]/);
  const paths = visitedPathsByPage.get(page) ?? new Set();
  visitedPathsByPage.set(
    page,
    paths.add(
      pathname.replace(/^(\/(?:appointments|customers|vehicles))\/(?!import$)[^/]+$/, '$1/$id'),
    ),
  );
  await test.step(path, async () => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // No skeleton is left.
    await expect(page.locator('.animate-breathe')).toHaveCount(0);
  });
}

async function showAll(page: Page): Promise<void> {
  const showMore = page.getByRole('button', { name: /^Show more/ });
  while ((await showMore.count()) > 0) {
    const previousCount = await page.locator('main li').count();
    await showMore.click();
    // Checked in each frame, because `expect.poll` waits up to a second between attempts.
    await page.waitForFunction(
      (count) => document.querySelectorAll('main li').length > count,
      previousCount,
    );
  }
}
