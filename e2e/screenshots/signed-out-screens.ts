import { openBackupCodeStep, openCodeStep, submitVisitorBooking } from './screen-actions.ts';
import { drawLogo, longBusiness } from './sample-business.ts';
import {
  screenAfterSubmit,
  screenAt,
  withBusiness,
  withCallOutcome,
  type Screen,
} from './screen.ts';

/** The visitor's screens. */
export const signedOutScreens: readonly Screen[] = [
  screenAt('landing', '/'),
  withBusiness('landing-long-texts', '/', longBusiness),
  withBusiness('landing-wide-logo', '/', { logoUrl: drawLogo(256, 26) }),
  withBusiness('landing-tall-logo', '/', { logoUrl: drawLogo(26, 256) }),
  withBusiness('sign-in-long-texts', '/sign-in', { ...longBusiness, logoUrl: drawLogo(256, 26) }),
  screenAt('landing-after-log-out', '/?signed-out'),
  screenAt('book-service', '/book-service'),
  { name: 'book-service-log-in', path: '/book-service', interact: submitVisitorBooking },
  screenAt('sign-in', '/sign-in'),
  screenAfterSubmit('sign-in-invalid', '/sign-in', 'Log in'),
  { name: 'sign-in-code', path: '/sign-in', interact: openCodeStep },
  { name: 'sign-in-backup-code', path: '/sign-in', interact: openBackupCodeStep },
  screenAt('sign-up', '/sign-up'),
  screenAfterSubmit('sign-up-invalid', '/sign-up', 'Create account'),
  screenAt('forgot-password', '/forgot-password'),
  screenAt('reset-password', '/reset-password#token=abcdefghijklmnop'),
  screenAt('reset-password-without-token', '/reset-password'),
  screenAfterSubmit(
    'verify-email-refused',
    '/verify-email#token=abcdefghijklmnop',
    'Confirm my address',
  ),
  screenAt('verify-email', '/verify-email#token=abcdefghijklmnop'),
  screenAt('verify-email-without-token', '/verify-email'),
  screenAt('cancel-email-change', '/cancel-email-change#token=abcdefghijklmnop'),
  screenAt('invitation', (app) => app.getInvitationPath()),
  screenAt('invitation-refused', '/invitation#token=abcdefghijklmnop'),
  screenAt('set-up', '/set-up#token=abcdefghijklmnop'),
  screenAt('set-up-without-token', '/set-up'),
  screenAt('appointments-login-required', '/appointments'),
  screenAt('appointment-login-required', (app) => app.findAppointmentPath('customer', 'confirmed')),
  screenAt('not-found', '/nowhere'),
  withCallOutcome('book-service-failed', '/book-service', 'services', 'failed'),
];
