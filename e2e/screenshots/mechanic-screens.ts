import {
  appointmentsIn,
  at,
  emptied,
  lengthened,
  opened,
  troubled,
  withoutAnswers,
  type Screen,
} from './screen.ts';
import { assistantAnswered, availabilityChanged, jobStarted, offline, tabChosen } from './acts.ts';

/** The mechanic's screens. */
export const mechanicScreens: readonly Screen[] = [
  at('dashboard', '/'),
  troubled('dashboard-loading', '/', 'appointments*', 'loading'),
  emptied('dashboard-empty', '/'),
  lengthened('dashboard-long-names', '/'),
  troubled('dashboard-failed', '/', 'appointments*', 'failed'),
  { name: 'dashboard-map', path: '/', act: tabChosen('Map & Navigation') },
  { name: 'dashboard-switched', path: '/', act: availabilityChanged, inWindow: true },
  {
    name: 'dashboard-switch-failed',
    path: '/',
    async arrange(page) {
      await page.route('**/api/mechanics/status', (route) =>
        route.fulfill({ status: 503, body: 'The database is being moved. Please try again.' }),
      );
    },
    act: availabilityChanged,
    inWindow: true,
  },
  { name: 'dashboard-offline', path: '/', act: offline, inWindow: true },
  opened('dashboard-customer-details', '/', /^Customer Details/),
  opened('dashboard-notifications', '/', /^Notifications/),
  opened('dashboard-account-menu', '/', /^Your account/),
  { name: 'assistant-answered', path: '/', act: assistantAnswered },
  at('appointments', '/appointments'),
  at('appointments-past', '/appointments?tab=past'),
  ...withoutAnswers('appointments', '/appointments'),
  ...appointmentsIn('mechanic', 'confirmed', 'completed', 'cancelled'),
  at('map', '/map'),
  emptied('map-empty', '/map'),
  ...withoutAnswers('map', '/map'),
  opened(
    'appointment-decline',
    (site) => site.appointmentOf('mechanic', 'confirmed'),
    'Decline Job',
  ),
  at('book-service-refused', '/book-service'),
  at('services', '/services'),
  at('subscription-plans', '/subscription-plans'),
  at('subscription-success', '/subscription-success'),
  at('service-area-map', '/service-area-map'),
  at('payments', '/payments'),
  opened('payments-record', '/payments?status=pending', /^Record payment/),
  at('chat-support', '/chat-support'),
  at('settings-profile', '/settings'),
  at('settings-notifications', '/settings?tab=notifications'),
  at('account', '/account'),
  at('mechanics-refused', '/mechanics'),
  at('service-advisor-refused', '/service-advisor'),
  at('mail-refused', '/mail'),
  at('audit-refused', '/audit'),
  // From here on a job is in progress.
  { name: 'dashboard-under-way', path: '/', act: jobStarted },
  { name: 'dashboard-map-under-way', path: '/', act: tabChosen('Map & Navigation') },
  ...appointmentsIn('mechanic', 'in_progress'),
];
