/**
 * The URLs of the application's pages. Links use the router, which checks them; search parameters
 * are read in `searches.ts`.
 */
export const paths = {
  dashboard: '/',
  appointments: '/appointments',
  /** The page of one appointment. */
  appointment: '/appointments/$id',
  /** The page of one appointment for whoever has its link, signed in or not. */
  appointmentLink: '/appointment-link',
  bookService: '/book-service',
  mechanics: '/mechanics',
  team: '/team',
  customers: '/customers',
  /** The page that imports customers from a file. */
  customerImport: '/customers/import',
  /** The page of one customer, for the office. */
  customer: '/customers/$id',
  /** The page of one vehicle, for its owner and staff. */
  vehicle: '/vehicles/$id',
  serviceAdvisor: '/service-advisor',
  map: '/map',
  subscriptionPlans: '/subscription-plans',
  subscriptionSuccess: '/subscription-success',
  serviceAreaMap: '/service-area-map',
  services: '/services',
  reviews: '/reviews',
  payments: '/payments',
  settings: '/settings',
  account: '/account',
  signIn: '/sign-in',
  signUp: '/sign-up',
  verifyEmail: '/verify-email',
  cancelEmailChange: '/cancel-email-change',
  /** Opened by the link in a reminder. */
  unsubscribe: '/unsubscribe',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  setUp: '/set-up',
  invitation: '/invitation',
  mail: '/mail',
  messageLog: '/message-log',
  audit: '/audit',
  chatSupport: '/chat-support',
  privacy: '/privacy',
  terms: '/terms',
} as const;

/**
 * Returns the login URL. The browser navigates to it, but it is not a page: the server starts the sign-in
 * and redirects back to `to`.
 */
export function signInUrl(to?: string, provider?: string): string {
  const path = provider === undefined ? '/api/login' : `/api/login/${encodeURIComponent(provider)}`;
  return to === undefined || to === paths.dashboard ? path : `${path}?to=${encodeURIComponent(to)}`;
}

/**
 * The logout URL. The browser navigates to it, but it is not a page: the server ends the session and redirects
 * back.
 */
export const logOutUrl = '/api/logout';

/** A parameter in the URL of the page that a logout redirects to. */
export const signedOutParam = 'signed-out';
