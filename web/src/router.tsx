import { dispatches } from '@curbwrench/contract/roles';
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { Suspense, type ComponentType } from 'react';
import { firstData } from './api/first-data.ts';
import { AccessRestricted } from './features/layout/notice.tsx';
import { PageError, PagePending } from './features/layout/page-states.tsx';
import { useShownRole, useSignedInUser } from './features/session/queries.ts';
import { lazyPage } from './lib/lazy-component.ts';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { paths } from './paths.ts';
import {
  readAdvisorSearch,
  readAppointmentsSearch,
  readAuditSearch,
  readBookServiceSearch,
  readChatSupportSearch,
  readMechanicsSearch,
  readPaymentsSearch,
  readSettingsSearch,
  readSignInSearch,
} from './searches.ts';
import { Root } from './root.tsx';

const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  staticData: { title: '404 Page Not Found' },
});

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.dashboard,
  staticData: { title: 'Dashboard', signedOut: 'landing' },
  component: lazyPage(async () => {
    const { DashboardPage, preloadDashboard } = await import('./pages/dashboard-page.tsx');
    await preloadDashboard(firstData?.session?.role);
    return DashboardPage;
  }),
});

const appointmentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.appointments,
  staticData: { title: 'Appointments', signedOut: 'refused' },
  validateSearch: readAppointmentsSearch,
  component: lazyPage(async () => (await import('./pages/appointments-page.tsx')).AppointmentsPage),
});

const appointmentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.appointment,
  staticData: { title: 'Appointment', signedOut: 'refused' },
  component: lazyPage(async () => (await import('./pages/appointment-page.tsx')).AppointmentPage),
});

const bookServiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.bookService,
  staticData: { title: 'Book Service', signedOut: 'open' },
  validateSearch: readBookServiceSearch,
  component: lazyPage(async () => (await import('./pages/book-service-page.tsx')).BookServicePage),
});

const ServiceAdvisorPage = lazyPage(
  async () => (await import('./pages/service-advisor-page.tsx')).ServiceAdvisorPage,
);

function ServiceAdvisorGate() {
  const { role } = useSignedInUser();
  if (!dispatches(role)) {
    const refusal = 'Only service advisors and administrators can access this page.';
    return <AccessRestricted>{refusal}</AccessRestricted>;
  }
  return (
    <Suspense fallback={<PagePending />}>
      <ServiceAdvisorPage />
    </Suspense>
  );
}
// Whoever is led there from the dashboard waits there until its page is here.
ServiceAdvisorGate.preload = ServiceAdvisorPage.preload;

const serviceAdvisorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.serviceAdvisor,
  staticData: { title: 'Service Advisor', signedOut: 'refused' },
  validateSearch: readAdvisorSearch,
  component: ServiceAdvisorGate,
});

const JobMapPage = lazyPage(async () => (await import('./pages/job-map-page.tsx')).JobMapPage);

const jobMapRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.map,
  staticData: { title: 'Job Map', signedOut: 'refused' },
  component: function JobMapGate() {
    // An admin who works as a mechanic has it among the mechanic's screens (D3).
    if (useShownRole() !== 'mechanic') {
      return <AccessRestricted>Only mechanics can access the job map page.</AccessRestricted>;
    }
    return (
      <Suspense fallback={<PagePending />}>
        <JobMapPage />
      </Suspense>
    );
  },
});

const MechanicsPage = lazyPage(
  async () => (await import('./pages/mechanics-page.tsx')).MechanicsPage,
);

const mechanicsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.mechanics,
  staticData: { title: 'Mechanics', signedOut: 'refused' },
  validateSearch: readMechanicsSearch,
  component: forAdmins(
    MechanicsPage,
    'Only administrators can access the mechanics management page.',
  ),
});

const subscriptionPlansRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.subscriptionPlans,
  staticData: { title: 'Maintenance Plans', signedOut: 'refused' },
  component: lazyPage(
    async () => (await import('./pages/subscription-plans-page.tsx')).SubscriptionPlansPage,
  ),
});

const subscriptionSuccessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.subscriptionSuccess,
  staticData: { title: 'Your plan', signedOut: 'refused' },
  component: lazyPage(
    async () => (await import('./pages/subscription-success-page.tsx')).SubscriptionSuccessPage,
  ),
});

const serviceAreaMapRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.serviceAreaMap,
  staticData: { title: 'Service Areas', signedOut: 'refused' },
  component: lazyPage(
    async () => (await import('./pages/service-area-map-page.tsx')).ServiceAreaMapPage,
  ),
});

const servicesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.services,
  staticData: { title: 'Services', signedOut: 'refused' },
  component: lazyPage(async () => (await import('./pages/services-page.tsx')).ServicesPage),
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signIn,
  staticData: { title: 'Log in', signedOut: 'open' },
  validateSearch: readSignInSearch,
  component: lazyPage(async () => (await import('./pages/sign-in-page.tsx')).SignInPage),
});

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signUp,
  staticData: { title: 'Create an account', signedOut: 'open' },
  validateSearch: readSignInSearch,
  component: lazyPage(async () => (await import('./pages/sign-up-page.tsx')).SignUpPage),
});

const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.verifyEmail,
  staticData: { title: 'Confirm your e-mail address', signedOut: 'open' },
  component: lazyPage(async () => (await import('./pages/verify-email-page.tsx')).VerifyEmailPage),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.forgotPassword,
  staticData: { title: 'Forgot your password?', signedOut: 'open' },
  validateSearch: readSignInSearch,
  component: lazyPage(
    async () => (await import('./pages/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.resetPassword,
  staticData: { title: 'Choose a new password', signedOut: 'open' },
  component: lazyPage(
    async () => (await import('./pages/reset-password-page.tsx')).ResetPasswordPage,
  ),
});

const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.setUp,
  staticData: { title: 'Set up', signedOut: 'open' },
  component: lazyPage(async () => (await import('./pages/set-up-page.tsx')).SetUpPage),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.invitation,
  staticData: { title: 'Invitation', signedOut: 'open' },
  component: lazyPage(async () => (await import('./pages/invitation-page.tsx')).InvitationPage),
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.settings,
  staticData: { title: 'Settings', signedOut: 'refused' },
  validateSearch: readSettingsSearch,
  component: lazyPage(async () => (await import('./pages/settings-page.tsx')).SettingsPage),
});

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.account,
  staticData: { title: 'Your account', signedOut: 'refused' },
  component: lazyPage(async () => (await import('./pages/account-page.tsx')).AccountPage),
});

const paymentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.payments,
  staticData: { title: 'Payments', signedOut: 'refused' },
  validateSearch: readPaymentsSearch,
  component: lazyPage(async () => (await import('./pages/payments-page.tsx')).PaymentsPage),
});

const mailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.mail,
  staticData: { title: 'Mail', signedOut: 'refused' },
  component: forAdmins(lazyPage(async () => (await import('./pages/mail-page.tsx')).MailPage)),
});

const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.audit,
  staticData: { title: 'Audit trail', signedOut: 'refused' },
  validateSearch: readAuditSearch,
  component: forAdmins(lazyPage(async () => (await import('./pages/audit-page.tsx')).AuditPage)),
});

const chatSupportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.chatSupport,
  staticData: { title: 'Messages', signedOut: 'refused' },
  validateSearch: readChatSupportSearch,
  component: lazyPage(async () => (await import('./pages/chat-support-page.tsx')).ChatSupportPage),
});

const routeTree = rootRoute.addChildren([
  dashboardRoute,
  appointmentsRoute,
  appointmentRoute,
  bookServiceRoute,
  serviceAdvisorRoute,
  mechanicsRoute,
  jobMapRoute,
  subscriptionPlansRoute,
  subscriptionSuccessRoute,
  serviceAreaMapRoute,
  servicesRoute,
  signInRoute,
  signUpRoute,
  verifyEmailRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  setUpRoute,
  invitationRoute,
  paymentsRoute,
  settingsRoute,
  accountRoute,
  mailRoute,
  auditRoute,
  chatSupportRoute,
]);

/** A page that the server answers to admins alone. */
function forAdmins(Page: ComponentType, refusal = 'Only administrators can access this page.') {
  return function AdminGate() {
    const { role } = useSignedInUser();
    if (role !== 'admin') {
      return <AccessRestricted>{refusal}</AccessRestricted>;
    }
    return (
      <Suspense fallback={<PagePending />}>
        <Page />
      </Suspense>
    );
  };
}

/** The pages of `paths.ts`, each loaded when it is first opened. */
export function makeRouter() {
  return createRouter({
    routeTree,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }

  interface StaticDataRouteOption {
    /** Stands in the tab's title before the business's name. */
    title?: string;
    /** What someone sees there who isn't signed in (D3). */
    signedOut?: 'landing' | 'open' | 'refused';
  }
}
