import type { Page } from '@playwright/test';
import { busyDayScreens } from './busy-day-screens.ts';
import {
  appointmentScreens,
  asPrinted,
  loadingAndFailed,
  screenAt,
  withRequestOutcome,
  withEmptyLists,
  withLongTexts,
  withOverlay,
  vehicleScreen,
  type Screen,
} from './screen.ts';
import {
  bookOutsideHours,
  coverSickMechanic,
  openConversation,
  openLiveMap,
  previewHoliday,
  previewTimeOff,
  previewWeeklyHours,
  showAttention,
  varyAttention,
} from './screen-actions.ts';

/** The office's screens about customers, for advisors and admins. */
export const customerRecordScreens: readonly Screen[] = [
  screenAt('customers', '/customers'),
  screenAt('customers-none-found', '/customers?search=nobody'),
  screenAt('customers-short-search', '/customers?search=ro'),
  ...loadingAndFailed('customers', '/customers'),
  withLongTexts('customers-long-names', '/customers'),
  { name: 'customer', path: '/customers', interact: openCustomer },
  {
    name: 'customer-add-vehicle',
    path: '/customers',
    async interact(page) {
      await openCustomer(page);
      await page.getByRole('button', { name: 'Add vehicle' }).click();
      await page.getByLabel('Make').fill('to');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'customer-edit',
    path: '/customers',
    async interact(page) {
      await openCustomer(page);
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('dialog', { name: 'Edit customer' }).waitFor();
    },
  },
  vehicleScreen('advisor'),
  {
    name: 'customer-new',
    path: '/customers',
    async interact(page) {
      const phone = await page.locator('td a[href^="tel:"]').first().textContent();
      await page.getByRole('button', { name: 'New customer' }).click();
      const dialog = page.getByRole('dialog', { name: 'New customer' });
      await dialog.getByLabel('Phone').fill(phone ?? '');
      await dialog.getByText('already has this phone number').first().waitFor();
    },
  },
  {
    name: 'search-short',
    path: '/customers',
    async interact(page) {
      await page.getByRole('button', { name: 'Search (/)' }).click();
      await page.getByRole('combobox').fill('ro');
      await page.getByText('Enter at least 3 characters').waitFor();
    },
  },
  {
    name: 'search',
    path: '/customers',
    async interact(page) {
      await page.getByRole('button', { name: 'Search (/)' }).click();
      await page.getByRole('combobox').fill('rosa');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'book-service-new-customer',
    path: '/book-service',
    async interact(page) {
      await page.getByLabel('Customer', { exact: true }).fill('Rosa Delgado');
      await page.getByRole('button', { name: 'New customer: Rosa Delgado' }).click();
      await page.getByLabel('Make').waitFor();
    },
  },
];

/** Opens the page of the first customer in the list. */
export async function openCustomer(page: Page): Promise<void> {
  await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Edit' }).waitFor();
}

/** Opens the dialog that moves a job. On a phone, its button is in the job's row; otherwise, in the selected block. */
async function openMoveDialog(page: Page): Promise<void> {
  const block = page.locator('[data-job]').first();
  const move = page.getByRole('button', { name: /^Move #/ }).first();
  await block.or(move).first().waitFor();
  if (await block.isVisible()) await block.click();
  await move.click();
  await page.getByRole('dialog', { name: /^Move #/ }).waitFor();
}

/** Picks up a job on the board and moves it to another lane, unless the window is too narrow for lanes. */
async function pickUpJob(page: Page): Promise<void> {
  const block = page.locator('[data-job]').first();
  if (!(await block.isVisible())) return;
  await block.focus();
  for (const key of ['Enter', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await page.locator('[data-fits]').first().waitFor();
}

/** The service advisor's screens. */
export const advisorScreens: readonly Screen[] = [
  screenAt('dashboard', '/'),
  withOverlay('dashboard-notifications', '/', /^Notifications/),
  { ...screenAt('service-advisor', '/service-advisor'), alsoWide: true },
  { ...screenAt('board-day', '/service-advisor?view=board'), keepsWindowHeight: true },
  { ...screenAt('board-week', '/service-advisor?view=week'), alsoWide: true },
  ...busyDayScreens,
  { name: 'board-move', path: '/service-advisor?view=board', interact: openMoveDialog },
  {
    name: 'board-held',
    path: '/service-advisor?view=board',
    keepsWindowHeight: true,
    interact: pickUpJob,
  },
  withOverlay('board-day-sheet', '/service-advisor?view=board', 'Print schedule'),
  asPrinted(withOverlay('board-day-sheet', '/service-advisor?view=board', 'Print schedule')),
  withOverlay('service-advisor-sick-today', '/service-advisor', 'Mark someone out sick'),
  { name: 'service-advisor-coverage', path: '/service-advisor', interact: coverSickMechanic },
  {
    name: 'service-advisor-attention',
    path: '/service-advisor',
    arrange: varyAttention,
    interact: showAttention,
  },
  { name: 'service-advisor-map', path: '/service-advisor', interact: openLiveMap },
  withEmptyLists('service-advisor-empty', '/service-advisor'),
  withLongTexts('service-advisor-long-names', '/service-advisor'),
  screenAt('service-advisor-confirmed', '/service-advisor?tab=confirmed'),
  screenAt('service-advisor-in-progress', '/service-advisor?tab=in_progress'),
  screenAt('service-advisor-completed', '/service-advisor?tab=completed'),
  withOverlay('service-advisor-assign', '/service-advisor', /^Assign Mechanic/),
  withRequestOutcome(
    'service-advisor-loading',
    '/service-advisor',
    '{appointments,mechanics}*',
    'loading',
  ),
  withRequestOutcome(
    'service-advisor-failed',
    '/service-advisor',
    '{appointments,mechanics}*',
    'failed',
  ),
  screenAt('appointments', '/appointments'),
  screenAt('appointments-past', '/appointments?tab=past'),
  ...loadingAndFailed('appointments', '/appointments'),
  ...appointmentScreens(
    'advisor',
    'pending',
    'unassigned',
    'confirmed',
    'in_progress',
    'completed',
    'cancelled',
  ),
  withOverlay(
    'appointment-assign',
    (app) => app.findAppointmentPath('advisor', 'unassigned'),
    'Assign Mechanic',
  ),
  withOverlay(
    'appointment-unassign',
    (app) => app.findAppointmentPath('advisor', 'confirmed'),
    'Unassign mechanic',
  ),
  withLongTexts('appointment-long-names', (app) => app.findAppointmentPath('advisor', 'confirmed')),
  screenAt('book-service', '/book-service'),
  { name: 'book-service-outside-hours', path: '/book-service', interact: bookOutsideHours },
  screenAt('services', '/services'),
  screenAt('subscription-plans', '/subscription-plans'),
  screenAt('subscription-success', '/subscription-success'),
  screenAt('service-area-map', '/service-area-map'),
  screenAt('payments', '/payments'),
  screenAt('chat-support', '/chat-support'),
  ...loadingAndFailed('chat-support', '/chat-support'),
  withEmptyLists('chat-support-empty', '/chat-support'),
  withLongTexts('chat-support-long-names', '/chat-support'),
  { name: 'chat-support-thread', path: '/chat-support', interact: openConversation },
  screenAt('settings-profile', '/settings'),
  screenAt('settings-notifications', '/settings?tab=notifications'),
  screenAt('account', '/account'),
  screenAt('privacy', '/privacy'),
  screenAt('terms', '/terms'),
  ...customerRecordScreens,
  screenAt('reviews', '/reviews'),
  withEmptyLists('reviews-empty', '/reviews'),
  withLongTexts('reviews-long-names', '/reviews'),
  ...loadingAndFailed('reviews', '/reviews'),
  withOverlay('reviews-reply', '/reviews', /^(Reply|Edit reply) /),
  screenAt('team', '/team'),
  withLongTexts('team-long-names', '/team'),
  ...loadingAndFailed('team', '/team'),
  withOverlay('team-menu', '/team', /^Actions for/),
  withOverlay('team-hours', '/team', /^Actions for/, 'Weekly hours'),
  { name: 'team-hours-stranded', path: '/team', interact: previewWeeklyHours },
  withOverlay('team-skills', '/team', /^Actions for/, 'Skills'),
  withOverlay('team-day', '/team?date=2027-03-03', / Edit$/),
  withOverlay('team-time-off', '/team', 'Add time off'),
  { name: 'team-time-off-stranded', path: '/team', interact: previewTimeOff },
  withOverlay('team-holidays', '/team', 'Holidays'),
  { name: 'team-holidays-stranded', path: '/team', interact: previewHoliday },
  screenAt('message-log', '/message-log'),
  screenAt('mechanics-forbidden', '/mechanics'),
  screenAt('map-forbidden', '/map'),
  screenAt('mail-forbidden', '/mail'),
  screenAt('audit-forbidden', '/audit'),
];
