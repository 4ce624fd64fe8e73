/**
 * The pages of the application, by their URLs. Links use the router, which checks them; search parameters
 * are read in `searches.ts`.
 */
export const paths = {
  dashboard: '/',
  appointments: '/appointments',
  /** The page of one appointment. */
  appointment: '/appointments/$id',
  bookService: '/book-service',
  mechanics: '/mechanics',
  team: '/team',
  serviceAdvisor: '/service-advisor',
  map: '/map',
  subscriptionPlans: '/subscription-plans',
  subscriptionSuccess: '/subscription-success',
  serviceAreaMap: '/service-area-map',
  services: '/services',
  payments: '/payments',
  settings: '/settings',
  account: '/account',
  signIn: '/sign-in',
  signUp: '/sign-up',
  verifyEmail: '/verify-email',
  cancelEmailChange: '/cancel-email-change',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  setUp: '/set-up',
  invitation: '/invitation',
  mail: '/mail',
  audit: '/audit',
  chatSupport: '/chat-support',
} as const;

/**
 * Returns the URL to log in. A navigation, not a page: the server starts the sign-in and leads back to
 * `to`.
 */
export function logInUrl(to?: string, provider?: string): string {
  const path = provider === undefined ? '/api/login' : `/api/login/${encodeURIComponent(provider)}`;
  return to === undefined || to === paths.dashboard ? path : `${path}?to=${encodeURIComponent(to)}`;
}

/** A navigation, not a page: the server ends the session and redirects the browser back. */
export const logOutUrl = '/api/logout';

/** In the query string of the page that a log-out leads to. */
export const signedOutParam = 'signed-out';
