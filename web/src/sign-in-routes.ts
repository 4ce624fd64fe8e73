import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './api/lazy-page.ts';
import { paths } from './paths.ts';
import { rootRoute } from './root.tsx';
import { readSignInSearch } from './searches.ts';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signIn,
  staticData: { title: 'Log in', signedOut: 'open' },
  validateSearch: readSignInSearch,
  ...lazyPage(() => import('./pages/sign-in-page.tsx'), 'SignInPage'),
});

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signUp,
  staticData: { title: 'Create an account', signedOut: 'open' },
  validateSearch: readSignInSearch,
  ...lazyPage(() => import('./pages/sign-up-page.tsx'), 'SignUpPage'),
});

const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.verifyEmail,
  staticData: { title: 'Confirm your email address', signedOut: 'open' },
  ...lazyPage(() => import('./pages/verify-email-page.tsx'), 'VerifyEmailPage'),
});

const cancelEmailChangeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.cancelEmailChange,
  staticData: { title: 'Cancel the email change', signedOut: 'open' },
  ...lazyPage(() => import('./pages/cancel-email-change-page.tsx'), 'CancelEmailChangePage'),
});

const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.unsubscribe,
  staticData: { title: 'Turn off reminders', signedOut: 'open' },
  ...lazyPage(() => import('./pages/unsubscribe-page.tsx'), 'UnsubscribePage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.forgotPassword,
  staticData: { title: 'Forgot your password?', signedOut: 'open' },
  validateSearch: readSignInSearch,
  ...lazyPage(() => import('./pages/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.resetPassword,
  staticData: { title: 'Choose a new password', signedOut: 'open' },
  ...lazyPage(() => import('./pages/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.setUp,
  staticData: { title: 'Set up', signedOut: 'open' },
  ...lazyPage(() => import('./pages/set-up-page.tsx'), 'SetUpPage'),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.invitation,
  staticData: { title: 'Invitation', signedOut: 'open' },
  ...lazyPage(() => import('./pages/invitation-page.tsx'), 'InvitationPage'),
});

/** The routes of the sign-in pages, and of the pages that links in messages open. */
export const signInRoutes = [
  signInRoute,
  signUpRoute,
  verifyEmailRoute,
  cancelEmailChangeRoute,
  unsubscribeRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  setUpRoute,
  invitationRoute,
] as const;
