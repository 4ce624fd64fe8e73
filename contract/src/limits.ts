import type { CallName } from './calls.ts';
import type { Role } from './roles.ts';

/**
 * Whose requests are counted together. `address`: everyone at one network address (IPv6: one /64,
 * which is what one connection gets). `account`: the e-mail address that the body names, whether or
 * not anyone has it here, or the person who is signed in. `both`: one account from one address.
 */
export type CountedBy = 'address' | 'account' | 'both';

/** At most `times` requests in a window of `minutes`, which begins with its first request. */
export interface Limit {
  readonly by: CountedBy;
  readonly times: number;
  readonly minutes: number;
  /** Only for these; for everyone when absent. */
  readonly roles?: readonly Role[];
  /** Calls with the same name here share one count; a call counts alone when absent. */
  readonly sharedAs?: string;
}

/**
 * Guesses at the password and the codes of somebody whose session is open: one count a person,
 * whichever calls they are spread over, and below what the sign-in allows (100 an hour).
 */
const ownProof: readonly Limit[] = [
  { by: 'account', times: 20, minutes: 15, sharedAs: 'own proof' },
];

/** What is counted: calls, and the navigation that begins a sign-in at a provider. */
export type CountedName = CallName | 'beginProviderSignIn';

/**
 * How often a call may be made; a call that isn't here has no limit of its own. Counted are the
 * requests whose form is right, whatever comes of them, in the database: a second process counts
 * on. The numbers follow ASVS 5.0 6.1.1 and 6.3.1: a person who mistypes, and an office behind one
 * address, never meet them; somebody guessing gets too few tries. A pair has the tightest number,
 * so that guessing at an account from one address doesn't lock its owner out at another.
 */
export const limits: Partial<Record<CountedName, readonly Limit[]>> = {
  // Writes a session for anyone who asks; many visitors of a demo share an address.
  openDemoSession: [{ by: 'address', times: 600, minutes: 15 }],

  // 10 guesses a quarter of an hour at one account from one address; 100 an hour from everywhere.
  signIn: [
    { by: 'both', times: 10, minutes: 15 },
    { by: 'address', times: 60, minutes: 15 },
    { by: 'account', times: 100, minutes: 60 },
  ],
  // Beside this: five codes a password, and ten wrong ones in a row, wherever they were entered,
  // lock the second factor.
  signInWithCode: [{ by: 'address', times: 60, minutes: 15 }],
  // Each keeps an attempt for a quarter of an hour, for anyone who comes.
  beginProviderSignIn: [{ by: 'address', times: 120, minutes: 15 }],
  // Whoever is signed in and is asked for the password or a code again.
  changeEmail: ownProof,
  changePassword: ownProof,
  deleteAccount: ownProof,
  startTwoFactor: ownProof,
  confirmTwoFactor: ownProof,
  stopTwoFactor: ownProof,
  removeSecondFactor: ownProof,
  revokeSession: ownProof,
  revokeOtherSessions: ownProof,

  // Each of these may send a message: few to one mailbox, more from one address.
  signUp: [
    { by: 'account', times: 5, minutes: 60 },
    { by: 'address', times: 30, minutes: 60 },
  ],
  resendVerification: [
    { by: 'account', times: 5, minutes: 60 },
    { by: 'address', times: 30, minutes: 60 },
  ],
  requestPasswordReset: [
    { by: 'account', times: 5, minutes: 60 },
    { by: 'address', times: 30, minutes: 60 },
  ],
  invite: [{ by: 'account', times: 60, minutes: 60 }],
  resendInvitation: [{ by: 'account', times: 60, minutes: 60 }],

  // Links carry long random tokens; the limit spares the database.
  verifyEmail: [{ by: 'address', times: 60, minutes: 15 }],
  cancelEmailChangeByLink: [{ by: 'address', times: 60, minutes: 15 }],
  resetPassword: [{ by: 'address', times: 60, minutes: 15 }],
  readInvitation: [{ by: 'address', times: 60, minutes: 15 }],
  acceptInvitation: [{ by: 'address', times: 60, minutes: 15 }],
  setUp: [{ by: 'address', times: 20, minutes: 15 }],

  // Five bookings may wait at once, each tried a dozen times. Staff book on the phone all day.
  bookAppointment: [{ by: 'account', times: 60, minutes: 10, roles: ['customer'] }],
  // Each writes history, tells the office and takes the day's lock: far above what a person does.
  changeAppointment: [{ by: 'account', times: 120, minutes: 10, roles: ['customer'] }],
  createVehicle: [{ by: 'account', times: 60, minutes: 10, roles: ['customer'] }],
  changeVehicle: [{ by: 'account', times: 60, minutes: 10, roles: ['customer'] }],
  // Each is kept for good and wakes the office: a hundred in ten minutes is nobody's conversation.
  sendMessage: [
    { by: 'account', times: 100, minutes: 10, roles: ['customer', 'mechanic'] },
    { by: 'account', times: 600, minutes: 10, roles: ['service_advisor', 'admin'] },
  ],
  // One for each look at something new.
  markRead: [{ by: 'account', times: 1200, minutes: 10 }],
  // Each is an entry of the audit trail.
  saveNotificationPreferences: [{ by: 'account', times: 60, minutes: 10 }],
  // Each may make a payment.
  joinPlan: [{ by: 'account', times: 30, minutes: 10 }],
  changeSubscription: [{ by: 'account', times: 60, minutes: 10 }],
  // Open to everyone; a person tries a few ZIP codes, an office many.
  findServiceArea: [{ by: 'address', times: 600, minutes: 15 }],
  // Each draws a document: far above what a person reads.
  getReceipt: [{ by: 'account', times: 120, minutes: 10 }],
  // A quick talker sends ten a minute; a question costs the server a few queries.
  chat: [{ by: 'account', times: 200, minutes: 10 }],
  // A picture is up to 36 kB, and each change is kept in the trail.
  changeAccount: [{ by: 'account', times: 30, minutes: 10 }],
};
