import type { Page } from '@playwright/test';
import { customerRecordScreens } from './advisor-screens.ts';
import { mergeScreens } from './merge-screens.ts';
import {
  appointmentScreens,
  loadingAndFailed,
  screenAt,
  withRequestOutcome,
  withEmptyLists,
  withLongTexts,
  withOverlay,
  dialogAfterSubmit,
  vehicleScreen,
  type Screen,
} from './screen.ts';
import {
  chooseBrokenLogo,
  closeOnMostDays,
  submitInvalidSettings,
  openConversation,
  previewImport,
  showChecklist,
} from './screen-actions.ts';

/** The admin's screens. */
export const adminScreens: readonly Screen[] = [
  vehicleScreen('admin'),
  ...customerRecordScreens,
  ...mergeScreens,
  screenAt('customer-import', '/customers/import'),
  { name: 'customer-import-preview', path: '/customers/import', interact: previewImport },
  screenAt('dashboard', '/'),
  withRequestOutcome(
    'dashboard-loading',
    '/',
    '{admin,appointments,mechanics,payments}*',
    'loading',
  ),
  withEmptyLists('dashboard-empty', '/'),
  withLongTexts('dashboard-long-names', '/'),
  withRequestOutcome('dashboard-failed', '/', '{admin,appointments,mechanics,payments}*', 'failed'),
  withOverlay('dashboard-assign', '/', /^Assign Mechanic/),
  withOverlay('dashboard-notifications', '/', /^Notifications/),
  withOverlay('dashboard-account-menu', '/', /^Your account/),
  { ...screenAt('dashboard-checklist', '/'), arrange: showChecklist() },
  { ...screenAt('dashboard-checklist-half-done', '/'), arrange: showChecklist(3) },
  { ...screenAt('dashboard-checklist-done', '/'), arrange: showChecklist(5) },
  { ...withOverlay('dashboard-checklist-details', '/', 'Enter details'), arrange: showChecklist() },
  { ...withOverlay('dashboard-checklist-hours', '/', 'Set hours'), arrange: showChecklist() },
  {
    ...withOverlay('dashboard-checklist-services', '/', 'Choose services'),
    arrange: showChecklist(),
  },
  {
    ...withOverlay('dashboard-checklist-mechanics', '/', 'Add mechanics'),
    arrange: showChecklist(),
  },
  { ...withOverlay('dashboard-checklist-area', '/', 'Set area'), arrange: showChecklist() },
  screenAt('appointments', '/appointments'),
  screenAt('appointments-empty', '/appointments?date=2026-03-29'),
  withRequestOutcome('appointments-loading', '/appointments', 'appointments*', 'loading'),
  ...appointmentScreens(
    'admin',
    'pending',
    'unassigned',
    'confirmed',
    'in_progress',
    'completed',
    'cancelled',
  ),
  screenAt('mechanics', '/mechanics'),
  withLongTexts('mechanics-long-names', '/mechanics'),
  screenAt('mechanics-empty', '/mechanics?search=nobody'),
  ...loadingAndFailed('mechanics', '/mechanics'),
  withOverlay('mechanics-menu', '/mechanics', /^Actions for/),
  withOverlay('mechanics-schedule', '/mechanics', /^Actions for/, 'View Schedule'),
  withOverlay('mechanics-location', '/mechanics', /^Actions for/, 'View Location'),
  withOverlay('mechanics-role', '/mechanics', /^Actions for/, 'Change Role'),
  withOverlay('mechanics-add', '/mechanics', 'Add Mechanic'),
  screenAt('service-advisor', '/service-advisor'),
  screenAt('book-service', '/book-service'),
  screenAt('services', '/services'),
  withOverlay('services-add', '/services', 'Add Service'),
  withEmptyLists('services-empty', '/services'),
  withLongTexts('services-long-names', '/services'),
  dialogAfterSubmit('services-invalid', '/services', 'Add Service'),
  withOverlay('services-edit', '/services', /^Edit /),
  withOverlay('services-delete', '/services', /^Delete /),
  screenAt('subscription-plans', '/subscription-plans'),
  withOverlay('subscription-plans-add', '/subscription-plans', 'Add plan'),
  withOverlay('subscription-plans-edit', '/subscription-plans', /^Edit /),
  withOverlay('subscription-plans-archive', '/subscription-plans', /^Archive /),
  dialogAfterSubmit('subscription-plans-invalid', '/subscription-plans', 'Add plan'),
  screenAt('subscription-success', '/subscription-success'),
  screenAt('service-area-map', '/service-area-map'),
  withOverlay('service-area-map-edit', '/service-area-map', /^Edit /),
  withOverlay('service-area-map-delete', '/service-area-map', /^Delete /),
  dialogAfterSubmit('service-area-map-invalid', '/service-area-map', 'Add area'),
  withOverlay('service-area-map-add', '/service-area-map', 'Add area'),
  { name: 'service-area-map-limits', path: '/service-area-map', interact: chooseFeeByDistance },
  screenAt('payments', '/payments'),
  ...loadingAndFailed('payments', '/payments'),
  screenAt('payments-empty', '/payments?search=nobody'),
  withLongTexts('payments-long-names', '/payments'),
  withOverlay(
    'payments-mark-failed',
    '/payments?status=pending',
    /^More actions for payment/,
    /^Mark as failed/,
  ),
  withOverlay('payments-menu', '/payments?status=completed', /^More actions for payment/),
  withOverlay(
    'payments-refund',
    '/payments?status=completed',
    /^More actions for payment/,
    /^Refund/,
  ),
  withOverlay('payments-record', '/payments?status=pending', /^Record payment/),
  screenAt('chat-support', '/chat-support'),
  { name: 'chat-support-thread', path: '/chat-support', interact: openConversation },
  screenAt('settings-profile', '/settings'),
  screenAt('settings-vehicles', '/settings?tab=vehicles'),
  screenAt('settings-notifications', '/settings?tab=notifications'),
  withLongTexts('settings-people-long-names', '/settings?tab=people'),
  screenAt('settings-people', '/settings?tab=people'),
  ...loadingAndFailed('settings-people', '/settings?tab=people'),
  screenAt('settings-business', '/settings?tab=business'),
  ...loadingAndFailed('settings-business', '/settings?tab=business'),
  {
    name: 'settings-business-appointments-outside',
    path: '/settings?tab=business',
    interact: closeOnMostDays,
  },
  {
    name: 'settings-business-invalid',
    path: '/settings?tab=business',
    interact: submitInvalidSettings,
  },
  { name: 'settings-business-logo', path: '/settings?tab=business', interact: chooseBrokenLogo },
  withOverlay('settings-people-manage', '/settings?tab=people', /^Manage /),
  withOverlay('settings-people-invite', '/settings?tab=people', 'Invite'),
  screenAt('account', '/account'),
  screenAt('privacy', '/privacy'),
  screenAt('terms', '/terms'),
  screenAt('team', '/team'),
  screenAt('settings-messages', '/settings?tab=messages'),
  ...loadingAndFailed('settings-messages', '/settings?tab=messages'),
  withOverlay('settings-messages-email', '/settings?tab=messages', 'Email: Mechanic assigned'),
  withOverlay(
    'settings-messages-verification-code',
    '/settings?tab=messages',
    'Email: Verification code',
  ),
  withOverlay('settings-messages-sms', '/settings?tab=messages', 'Text message: Mechanic assigned'),
  withOverlay('settings-messages-push', '/settings?tab=messages', 'Push: Mechanic on the way'),
  screenAt('message-log', '/message-log'),
  withEmptyLists('message-log-empty', '/message-log'),
  withLongTexts('message-log-long-names', '/message-log'),
  ...loadingAndFailed('message-log', '/message-log'),
  screenAt('reviews', '/reviews'),
  withOverlay('reviews-hide', '/reviews', /^Hide /),
  { name: 'reviews-hidden', path: '/reviews', interact: hideReview },
  screenAt('appointment-reviewed', (app) => app.findReviewedPath('customer')),
  screenAt('mail', '/mail'),
  ...loadingAndFailed('mail', '/mail'),
  screenAt('audit', '/audit'),
  ...loadingAndFailed('audit', '/audit'),
  screenAt('map-forbidden', '/map'),
  // Must come last, because it changes settings and working hours.
  screenAt('audit-week', async (app) => {
    await app.makeAuditedChanges();
    return '/audit';
  }),
];

/** Opens the form for an area, and shows its limits and its fees by distance. */
async function chooseFeeByDistance(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add area' }).click();
  await page.getByLabel('Fee type').selectOption('By distance');
  await page.getByLabel('1. Up to (miles)').fill('5');
  await page.getByLabel('1. Fee').fill('10');
  await page.getByRole('button', { name: 'Add distance' }).click();
  await page.getByRole('button', { name: 'Add distance' }).scrollIntoViewIfNeeded();
}

/** Hides the first review that is not hidden yet. */
async function hideReview(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Hide / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Hide review' });
  await dialog.getByRole('radio', { name: /^Off topic/ }).check();
  await dialog.getByRole('button', { name: 'Hide review' }).click();
  await page.getByText('Hidden: Off topic').first().waitFor();
}
