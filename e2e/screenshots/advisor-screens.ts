import { at, opened, troubled, type Screen } from './screen.ts';
import { conversationOpened } from './acts.ts';

/** The service advisor's. */
export const advisorScreens: readonly Screen[] = [
  at('service-advisor', '/service-advisor'),
  at('service-advisor-confirmed', '/service-advisor?tab=confirmed'),
  at('service-advisor-in-progress', '/service-advisor?tab=in_progress'),
  at('service-advisor-completed', '/service-advisor?tab=completed'),
  opened('service-advisor-assign', '/service-advisor', /^Assign Mechanic/),
  troubled('service-advisor-loading', '/service-advisor', '{appointments,mechanics}*', 'loading'),
  troubled('service-advisor-failed', '/service-advisor', '{appointments,mechanics}*', 'failed'),
  at('appointments', '/appointments'),
  at('appointment-unassigned', (site) => site.appointmentOf('advisor', 'unassigned')),
  at('appointment-cancelled', (site) => site.appointmentOf('advisor', 'cancelled')),
  at('book-service', '/book-service'),
  at('services', '/services'),
  at('payments', '/payments'),
  at('chat-support', '/chat-support'),
  { name: 'chat-support-thread', path: '/chat-support', act: conversationOpened },
  at('settings-profile', '/settings'),
  at('mechanics-refused', '/mechanics'),
];
