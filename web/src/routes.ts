import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage } from './api/lazy-page.ts';
import { DashboardPage, loadDashboard } from './pages/dashboard-page.tsx';
import { refuseNonAdmins, refuseNonOffice } from './page-refusals.ts';
import { paths } from './paths.ts';
import { rootRoute } from './root.tsx';
import { signInRoutes } from './sign-in-routes.ts';
import {
  readAdvisorSearch,
  readAppointmentsSearch,
  readAuditSearch,
  readBookServiceSearch,
  readCustomersSearch,
  readChatSupportSearch,
  readMechanicsSearch,
  readMessageLogSearch,
  readPaymentsSearch,
  readServiceAreaSearch,
  readSettingsSearch,
  readTeamSearch,
} from './searches.ts';

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.dashboard,
  staticData: { title: 'Dashboard', signedOut: 'landing' },
  beforeLoad: ({ context: { user } }) => {
    // An advisor's home page has its own URL.
    if (user?.role === 'service_advisor')
      redirect({ to: paths.serviceAdvisor, replace: true, throw: true });
  },
  loader: loadDashboard,
  component: DashboardPage,
});

const appointmentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.appointments,
  staticData: { title: 'Appointments', signedOut: 'refused' },
  validateSearch: readAppointmentsSearch,
  ...lazyPage(() => import('./pages/appointments-page.tsx'), 'AppointmentsPage'),
  ssr: true,
});

const appointmentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.appointment,
  staticData: { title: 'Appointment', signedOut: 'refused' },
  ...lazyPage(() => import('./pages/appointment-page.tsx'), 'AppointmentPage'),
});

const appointmentLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.appointmentLink,
  staticData: { title: 'Your appointment', signedOut: 'open' },
  ...lazyPage(() => import('./pages/appointment-link-page.tsx'), 'AppointmentLinkPage'),
});

const bookServiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.bookService,
  staticData: { title: 'Book Service', signedOut: 'open' },
  validateSearch: readBookServiceSearch,
  ...lazyPage(() => import('./pages/book-service-page.tsx'), 'BookServicePage'),
  ssr: true,
});

const serviceAdvisorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.serviceAdvisor,
  staticData: {
    title: 'Service Advisor',
    signedOut: 'refused',
    refusal: refuseNonOffice,
  },
  validateSearch: readAdvisorSearch,
  ...lazyPage(() => import('./pages/service-advisor-page.tsx'), 'ServiceAdvisorPage'),
  ssr: true,
});

const jobMapRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.map,
  staticData: {
    title: 'Job Map',
    signedOut: 'refused',
    // An admin who works as a mechanic can open this page while the mechanic view is shown.
    refusal: (_, shownRole) =>
      shownRole === 'mechanic' ? null : 'Only mechanics can access the job map page.',
  },
  ...lazyPage(() => import('./pages/job-map-page.tsx'), 'JobMapPage'),
});

const mechanicsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.mechanics,
  staticData: {
    title: 'Mechanics',
    signedOut: 'refused',
    refusal: (role) =>
      role === 'admin' ? null : 'Only administrators can access the mechanics management page.',
  },
  validateSearch: readMechanicsSearch,
  ...lazyPage(() => import('./pages/mechanics-page.tsx'), 'MechanicsPage'),
});

const customersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.customers,
  staticData: { title: 'Customers', signedOut: 'refused', refusal: refuseNonOffice },
  validateSearch: readCustomersSearch,
  ...lazyPage(() => import('./pages/customers-page.tsx'), 'CustomersPage'),
});

const customerImportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.customerImport,
  staticData: { title: 'Import Customers', signedOut: 'refused', refusal: refuseNonAdmins },
  ...lazyPage(() => import('./pages/customer-import-page.tsx'), 'CustomerImportPage'),
});

const customerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.customer,
  staticData: { title: 'Customer', signedOut: 'refused', refusal: refuseNonOffice },
  ...lazyPage(() => import('./pages/customer-page.tsx'), 'CustomerPage'),
});

const vehicleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.vehicle,
  staticData: { title: 'Vehicle', signedOut: 'refused' },
  ...lazyPage(() => import('./pages/vehicle-page.tsx'), 'VehiclePage'),
});

const teamRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.team,
  staticData: {
    title: 'Team schedule',
    signedOut: 'refused',
    refusal: (role) => (role === 'customer' ? 'Only staff can access this page.' : null),
  },
  validateSearch: readTeamSearch,
  ...lazyPage(() => import('./pages/team-page.tsx'), 'TeamPage'),
});

const subscriptionPlansRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.subscriptionPlans,
  staticData: { title: 'Maintenance Plans', signedOut: 'open' },
  ...lazyPage(() => import('./pages/subscription-plans-page.tsx'), 'SubscriptionPlansPage'),
  ssr: true,
});

const subscriptionSuccessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.subscriptionSuccess,
  staticData: { title: 'Your plan', signedOut: 'refused' },
  ...lazyPage(() => import('./pages/subscription-success-page.tsx'), 'SubscriptionSuccessPage'),
});

const serviceAreaMapRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.serviceAreaMap,
  staticData: { title: 'Service Areas', signedOut: 'open' },
  validateSearch: readServiceAreaSearch,
  ...lazyPage(() => import('./pages/service-area-map-page.tsx'), 'ServiceAreaMapPage'),
  ssr: true,
});

const servicesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.services,
  staticData: { title: 'Services', signedOut: 'open' },
  ...lazyPage(() => import('./pages/services-page.tsx'), 'ServicesPage'),
  ssr: true,
});

const reviewsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.reviews,
  staticData: { title: 'Reviews', signedOut: 'open' },
  ...lazyPage(() => import('./pages/reviews-page.tsx'), 'ReviewsPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.settings,
  staticData: { title: 'Settings', signedOut: 'refused' },
  validateSearch: readSettingsSearch,
  ...lazyPage(() => import('./pages/settings-page.tsx'), 'SettingsPage'),
});

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.account,
  staticData: { title: 'Your account', signedOut: 'refused' },
  ...lazyPage(() => import('./pages/account-page.tsx'), 'AccountPage'),
});

const paymentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.payments,
  staticData: { title: 'Payments', signedOut: 'refused' },
  validateSearch: readPaymentsSearch,
  ...lazyPage(() => import('./pages/payments-page.tsx'), 'PaymentsPage'),
});

const mailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.mail,
  staticData: { title: 'Account emails', signedOut: 'refused', refusal: refuseNonAdmins },
  ...lazyPage(() => import('./pages/mail-page.tsx'), 'MailPage'),
});

const messageLogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.messageLog,
  staticData: { title: 'Message log', signedOut: 'refused', refusal: refuseNonOffice },
  validateSearch: readMessageLogSearch,
  ...lazyPage(() => import('./pages/message-log-page.tsx'), 'MessageLogPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.audit,
  staticData: { title: 'Audit trail', signedOut: 'refused', refusal: refuseNonAdmins },
  validateSearch: readAuditSearch,
  ...lazyPage(() => import('./pages/audit-page.tsx'), 'AuditPage'),
});

const chatSupportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.chatSupport,
  staticData: { title: 'Messages', signedOut: 'refused' },
  validateSearch: readChatSupportSearch,
  ...lazyPage(() => import('./pages/chat-support-page.tsx'), 'ChatSupportPage'),
});

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.privacy,
  staticData: { title: 'Privacy', signedOut: 'open' },
  ...lazyPage(() => import('./pages/privacy-page.tsx'), 'PrivacyPage'),
  ssr: true,
});

const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.terms,
  staticData: { title: 'Terms', signedOut: 'open' },
  ...lazyPage(() => import('./pages/terms-page.tsx'), 'TermsPage'),
  ssr: true,
});

/** The routes of the pages in `paths.ts`. */
export const routeTree = rootRoute.addChildren([
  dashboardRoute,
  appointmentsRoute,
  appointmentRoute,
  appointmentLinkRoute,
  bookServiceRoute,
  serviceAdvisorRoute,
  mechanicsRoute,
  customersRoute,
  customerImportRoute,
  customerRoute,
  vehicleRoute,
  teamRoute,
  jobMapRoute,
  subscriptionPlansRoute,
  subscriptionSuccessRoute,
  serviceAreaMapRoute,
  servicesRoute,
  reviewsRoute,
  ...signInRoutes,
  paymentsRoute,
  settingsRoute,
  accountRoute,
  mailRoute,
  messageLogRoute,
  auditRoute,
  chatSupportRoute,
  privacyRoute,
  termsRoute,
]);
