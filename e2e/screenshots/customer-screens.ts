import {
  appointmentScreens,
  asPrinted,
  loadingAndFailed,
  screenAt,
  withCallOutcome,
  withEmptyLists,
  withLongTexts,
  withOverlay,
  screenAfterSubmit,
  vehicleScreen,
  type Screen,
} from './screen.ts';
import {
  askAssistant,
  fillBooking,
  fillSeveralServices,
  lookUpArea,
  openAddVehicle,
  submitRefusedBooking,
  waitForLostConnection,
} from './screen-actions.ts';

/** The customer's screens. */
export const customerScreens: readonly Screen[] = [
  vehicleScreen('customer'),
  screenAt('dashboard', '/'),
  withCallOutcome('dashboard-loading', '/', '{appointments,vehicles,services,me/plan}*', 'loading'),
  withEmptyLists('dashboard-empty', '/'),
  withLongTexts('dashboard-long-names', '/'),
  withCallOutcome('dashboard-failed', '/', '{appointments,vehicles}*', 'failed'),
  withOverlay('dashboard-notifications', '/', /^Notifications/),
  withOverlay('dashboard-account-menu', '/', /^Your account/),
  withOverlay('dashboard-track-mechanic', '/', /^Track Mechanic/),
  withOverlay('assistant', '/', 'Curbwrench Assistant'),
  { name: 'assistant-answered', path: '/', interact: askAssistant },
  screenAt('appointments', '/appointments'),
  withLongTexts('appointments-long-names', '/appointments?tab=past'),
  screenAt('appointments-past', '/appointments?tab=past'),
  screenAt('appointments-empty', '/appointments?date=2026-03-29'),
  withOverlay('appointments-calendar', '/appointments', 'Pick a date'),
  withCallOutcome('appointments-loading', '/appointments', 'appointments*', 'loading'),
  withCallOutcome('appointments-failed', '/appointments', 'appointments*', 'failed'),
  ...appointmentScreens(
    'customer',
    'pending',
    'unassigned',
    'confirmed',
    'in_progress',
    'completed',
    'cancelled',
  ),
  ...loadingAndFailed('appointment', (app) => app.findAppointmentPath('customer', 'confirmed')),
  asPrinted(
    screenAt('appointment-completed', (app) => app.findAppointmentPath('customer', 'completed')),
  ),
  withLongTexts('appointment-long-names', (app) =>
    app.findAppointmentPath('customer', 'confirmed'),
  ),
  screenAt('appointment-missing', '/appointments/999999'),
  withOverlay(
    'appointment-reschedule',
    (app) => app.findAppointmentPath('customer', 'confirmed'),
    'Reschedule',
  ),
  withOverlay(
    'appointment-cancel',
    (app) => app.findAppointmentPath('customer', 'confirmed'),
    'Cancel Appointment',
  ),
  screenAt('appointment-reviewed', (app) => app.findReviewedPath('customer')),
  screenAfterSubmit(
    'appointment-review-invalid',
    (app) => app.findAppointmentPath('customer', 'completed'),
    'Send review',
  ),
  screenAt('reviews', '/reviews'),
  screenAt('book-service', '/book-service'),
  screenAfterSubmit('book-service-invalid', '/book-service', 'Book Appointment'),
  { name: 'book-service-add-vehicle', path: '/book-service', interact: openAddVehicle },
  {
    name: 'book-service-vehicle-suggestions',
    path: '/book-service',
    async interact(page) {
      await openAddVehicle(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Year').fill('2019');
      await dialog.getByLabel('Make').fill('Honda');
      await dialog.getByLabel('VIN').fill('1HGCM82633A004352');
      await dialog.getByLabel('Model').click();
      await dialog.getByRole('option', { name: 'CR-V' }).waitFor();
    },
  },
  { name: 'book-service-filled-in', path: '/book-service', interact: fillBooking },
  { name: 'book-service-several', path: '/book-service', interact: fillSeveralServices },
  {
    name: 'book-service-refused',
    path: '/book-service',
    interact: submitRefusedBooking,
    keepsWindowHeight: true,
  },
  ...loadingAndFailed('book-service', '/book-service'),
  screenAt('services', '/services'),
  ...loadingAndFailed('services', '/services'),
  screenAt('subscription-plans', '/subscription-plans'),
  ...loadingAndFailed('subscription-plans', '/subscription-plans'),
  withOverlay('subscription-plans-join', '/subscription-plans', /^(Join|Leave) /),
  withEmptyLists('subscription-plans-empty', '/subscription-plans'),
  screenAt('subscription-success', '/subscription-success'),
  screenAt('service-area-map', '/service-area-map'),
  withEmptyLists('service-area-map-empty', '/service-area-map'),
  {
    name: 'service-area-map-yes',
    path: '/service-area-map',
    interact: lookUpArea('94110', /^Yes, we come/),
  },
  {
    name: 'service-area-map-no',
    path: '/service-area-map',
    interact: lookUpArea('10001', /^We don't serve/),
  },
  {
    name: 'service-area-map-unsure',
    path: '/service-area-map',
    async arrange(page) {
      await page.route('**/api/service-areas/answer*', (route) =>
        route.fulfill({ json: { zip: '94117', answer: 'unsure', area: null, problem: null } }),
      );
    },
    interact: lookUpArea('94117', /^We can't tell/),
  },
  ...loadingAndFailed('service-area-map', '/service-area-map'),
  screenAt('payments', '/payments'),
  screenAt('payments-empty', '/payments?status=failed'),
  withOverlay('payments-receipt', '/payments', /^Receipt #/),
  asPrinted(withOverlay('payments-receipt', '/payments', /^Receipt #/)),
  withLongTexts('payments-long-names', '/payments'),
  withCallOutcome('payments-loading', '/payments', 'payments*', 'loading'),
  withCallOutcome('payments-failed', '/payments', 'payments*', 'failed'),
  screenAt('chat-support', '/chat-support'),
  ...loadingAndFailed('chat-support', '/chat-support'),
  screenAt('settings-profile', '/settings'),
  screenAt('settings-vehicles', '/settings?tab=vehicles'),
  withOverlay('settings-vehicles-add', '/settings?tab=vehicles', 'Add Vehicle'),
  withOverlay('settings-vehicles-edit', '/settings?tab=vehicles', /^Edit /),
  withEmptyLists('settings-vehicles-empty', '/settings?tab=vehicles'),
  withLongTexts('settings-vehicles-long-names', '/settings?tab=vehicles'),
  withOverlay('settings-vehicles-delete', '/settings?tab=vehicles', /^Delete /),
  ...loadingAndFailed('settings-vehicles', '/settings?tab=vehicles'),
  screenAt('settings-notifications', '/settings?tab=notifications'),
  ...loadingAndFailed('settings-notifications', '/settings?tab=notifications'),
  screenAt('account', '/account'),
  screenAt('mechanics-forbidden', '/mechanics'),
  screenAt('team-forbidden', '/team'),
  screenAt('service-advisor-forbidden', '/service-advisor'),
  screenAt('map-forbidden', '/map'),
  screenAt('mail-forbidden', '/mail'),
  screenAt('audit-forbidden', '/audit'),
  {
    name: 'appointments-connection-lost',
    path: '/appointments',
    async arrange(page) {
      await page.route('**/api/events*', (route) => route.abort());
    },
    interact: waitForLostConnection,
    keepsWindowHeight: true,
  },
  screenAt('not-found', '/nowhere'),
];
