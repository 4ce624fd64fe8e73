import { backupCodeAsked, bookingSentByVisitor, codeAsked } from './acts.ts';
import { at, sent, troubled, type Screen } from './screen.ts';

/** What a visitor sees. */
export const signedOutScreens: readonly Screen[] = [
  at('landing', '/'),
  at('landing-after-log-out', '/?signed-out'),
  at('book-service', '/book-service'),
  { name: 'book-service-log-in', path: '/book-service', act: bookingSentByVisitor },
  at('sign-in', '/sign-in'),
  sent('sign-in-mistakes', '/sign-in', 'Log in'),
  { name: 'sign-in-code', path: '/sign-in', act: codeAsked },
  { name: 'sign-in-backup-code', path: '/sign-in', act: backupCodeAsked },
  at('sign-up', '/sign-up'),
  sent('sign-up-mistakes', '/sign-up', 'Create account'),
  at('forgot-password', '/forgot-password'),
  at('reset-password', '/reset-password#token=abcdefghijklmnop'),
  at('reset-password-without-token', '/reset-password'),
  sent('verify-email-refused', '/verify-email#token=abcdefghijklmnop', 'Confirm my address'),
  at('verify-email', '/verify-email#token=abcdefghijklmnop'),
  at('verify-email-without-token', '/verify-email'),
  at('cancel-email-change', '/cancel-email-change#token=abcdefghijklmnop'),
  at('invitation', (site) => site.invitation()),
  at('invitation-refused', '/invitation#token=abcdefghijklmnop'),
  at('set-up', '/set-up#token=abcdefghijklmnop'),
  at('set-up-without-token', '/set-up'),
  at('appointments-refused', '/appointments'),
  at('appointment-refused', (site) => site.appointmentOf('customer', 'confirmed')),
  at('not-found', '/nowhere'),
  troubled('book-service-failed', '/book-service', 'services', 'failed'),
];
