import type { Article } from './article.ts';

/** Help texts for everyone who is signed in. */
export const forEveryone: readonly Article[] = [
  {
    title: 'Two-factor authentication',
    words: '2fa two factor second code authenticator security login protect turn on enable set up',
    text: 'Open Settings, then Manage account. Under two-factor authentication, scan the code with an authenticator app and enter the six digits it shows. Keep the backup codes somewhere safe.',
  },
  {
    title: 'Change your password',
    words: 'password reset forgot forgotten new login sign in',
    text: 'Open Settings, then Manage account, and change it under Password. If you forgot it, choose "Forgot your password?" on the login page, and we will send you a link.',
  },
  {
    title: 'Change your name, phone, picture, or email address',
    words:
      'profile edit name phone number picture photo avatar email mail address update account details',
    text: 'Open Settings, then Manage account. A new email address takes effect once you open the link we send to it.',
  },
  {
    title: 'Your sessions',
    words: 'session device logged in elsewhere sign out other devices lost phone',
    text: `Open Settings, then Manage account. "Where you're logged in" lists every device, and you can end each session there.`,
  },
  {
    title: 'Delete your account',
    words: 'delete remove close account erase data privacy gdpr',
    text: 'Open Settings, then Manage account, and choose Delete account. You need to enter your password.',
  },
  {
    title: 'Notifications',
    words:
      'notification reminder alert sms push email newsletter promotional preference turn off unsubscribe',
    text: 'Open Settings, then Notifications, choose what you want to receive, and press Save Preferences.',
  },
  {
    title: 'Log out',
    words: 'log out logout sign out leave exit',
    text: 'On a desktop, Log out is at the bottom of the menu on the left; on a phone, open the menu behind your initials at the top.',
  },
  {
    title: 'Light and dark mode',
    words: 'theme dark light mode colour color appearance bright night',
    text: 'Choose light, dark, or system at the bottom of the menu on the left; on a phone, in the menu behind your initials.',
  },
  {
    title: 'Service areas',
    words:
      'area zip code postcode region city come to me cover serve drive how far travel trip fee call-out where do you work neighbourhood',
    text: 'Open Service Areas and enter your ZIP code under "Do we serve your area?". The list shows each area with its days and trip fee.',
  },
];
