import { at, emptied, lengthened, opened, troubled, type Screen } from './screen.ts';
import { assistantAnswered, jobStarted, tabChosen } from './acts.ts';

/** The mechanic's. */
export const mechanicScreens: readonly Screen[] = [
  at('dashboard', '/'),
  troubled('dashboard-loading', '/', 'appointments*', 'loading'),
  emptied('dashboard-empty', '/'),
  lengthened('dashboard-long-names', '/'),
  troubled('dashboard-failed', '/', 'appointments*', 'failed'),
  { name: 'dashboard-map', path: '/', act: tabChosen('Map & Navigation') },
  opened('dashboard-customer-details', '/', /^Customer Details/),
  opened('dashboard-notifications', '/', /^Notifications/),
  opened('dashboard-account-menu', '/', /^Your account/),
  { name: 'assistant-answered', path: '/', act: assistantAnswered },
  at('appointments', '/appointments'),
  at('appointments-past', '/appointments?tab=past'),
  at('appointment-confirmed', (site) => site.appointmentOf('mechanic', 'confirmed')),
  at('map', '/map'),
  emptied('map-empty', '/map'),
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
  // From here on a job is under way.
  { name: 'dashboard-under-way', path: '/', act: jobStarted },
  { name: 'dashboard-map-under-way', path: '/', act: tabChosen('Map & Navigation') },
  at('appointment-in-progress', (site) => site.appointmentOf('mechanic', 'in_progress')),
];
