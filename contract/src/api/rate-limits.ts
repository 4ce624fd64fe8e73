import type { EndpointName } from './endpoints.ts';
import { defaultVisitorLimits, type VisitorLimits } from '../appointments/verification-code.ts';
import type { Role } from '../people/roles.ts';

/**
 * Which requests are counted together. `address`: all requests from one network address (for IPv6, from one /64, since
 * an Internet connection usually has an entire /64). `network`: all requests from one IPv4 /24 or IPv6 /64. `subject`:
 * all requests by or about one subject. `both`: all requests by one subject from one address. A subject is one of
 * these:
 * - the signed-in person;
 * - the mailbox of the email address in the body, whether or not it has an account;
 * - the token of an appointment's link in the body;
 * - the phone number that a text message is sent to or comes from;
 * - a calendar feed;
 * - the entire business.
 */
export type CountedBy = 'address' | 'network' | 'subject' | 'both';

/** Allows up to `times` requests in a window of `minutes`, which begins with the first request. */
export interface RateLimit {
  readonly by: CountedBy;
  readonly times: number;
  /** The business's setting that replaces `times`, which is its default. */
  readonly setting?: Exclude<keyof VisitorLimits, 'maxOpenVisitorBookings'>;
  readonly minutes: number;
  /** Only for these roles; for everyone if absent. */
  readonly roles?: readonly Role[];
  /** Endpoints with the same `sharedAs` share one count; an endpoint without it is counted alone. */
  readonly sharedAs?: string;
}

const { codesPerMailbox, codesPerNetwork, codesPerDay } = defaultVisitorLimits;

/**
 * For endpoints that require the password or a code again. They share one count for each person and allow fewer
 * attempts than signing in (100 an hour), since someone with a stolen session could guess here.
 */
const reauthentication: readonly RateLimit[] = [
  { by: 'subject', times: 20, minutes: 15, sharedAs: 'reauthentication' },
];

/** For reads by an appointment's link, which share one count for each link, and one for each address. */
const linkReads: readonly RateLimit[] = [
  { by: 'subject', times: 600, minutes: 15, sharedAs: 'linkReads' },
  { by: 'address', times: 3000, minutes: 15, sharedAs: 'linkReads' },
];

/** For changes by an appointment's link, which share one count for each link, and one for each address. */
const linkChanges: readonly RateLimit[] = [
  { by: 'subject', times: 30, minutes: 10, sharedAs: 'linkChanges' },
  { by: 'address', times: 300, minutes: 10, sharedAs: 'linkChanges' },
];

/** Everything that can have a rate limit: endpoints, and events that are counted separately. */
export type RateLimitedName =
  | EndpointName
  | 'beginProviderSignIn'
  | 'readCalendarFeed'
  | 'verificationCodesOfBusiness'
  | 'textingCodesToNumber'
  | 'textingCodesOfBusiness'
  | 'textsToNumber'
  | 'textsOfBusiness'
  | 'textsFromNumber'
  | 'autoReplyPerNumber'
  | 'autoRepliesTotal';

/**
 * How often each endpoint may be requested; an unlisted endpoint has no limit of its own. All requests with valid input
 * count, even those that fail. The counts are in the database, so that all processes share them. The numbers follow
 * ASVS 5.0 6.1.1 and 6.3.1: people who mistype, and an office behind one address, never reach the limits, but the
 * limits are too low for guessing. `both` has the lowest number, so that guesses from one address don't lock out the
 * account's owner at another.
 */
export const rateLimits: Partial<Record<RateLimitedName, readonly RateLimit[]>> = {
  // Inserts a session for any visitor; many demo visitors share an address.
  openDemoSession: [{ by: 'address', times: 600, minutes: 15 }],

  signIn: [
    { by: 'both', times: 10, minutes: 15 },
    { by: 'address', times: 60, minutes: 15 },
    { by: 'subject', times: 100, minutes: 60 },
  ],
  // There are two more limits elsewhere: five codes each time the password is entered, and ten wrong codes
  // in a row, which lock the second factor.
  signInWithCode: [{ by: 'address', times: 60, minutes: 15 }],
  // Stores an attempt for 15 minutes, for any visitor.
  beginProviderSignIn: [{ by: 'address', times: 120, minutes: 15 }],
  changeEmail: reauthentication,
  changePassword: reauthentication,
  deleteAccount: reauthentication,
  setUpTwoFactor: reauthentication,
  confirmTwoFactor: reauthentication,
  disableTwoFactor: reauthentication,
  removeSecondFactor: reauthentication,
  revokeSession: reauthentication,
  revokeOtherSessions: reauthentication,

  // Each of these may send an email: only a few may go to one mailbox, but more may come from one network address.
  signUp: [
    { by: 'subject', times: 5, minutes: 60 },
    { by: 'address', times: 30, minutes: 60 },
  ],
  resendVerification: [
    { by: 'subject', times: 5, minutes: 60 },
    { by: 'address', times: 30, minutes: 60 },
  ],
  requestPasswordReset: [
    { by: 'subject', times: 5, minutes: 60 },
    { by: 'address', times: 30, minutes: 60 },
  ],
  invite: [{ by: 'subject', times: 60, minutes: 60 }],
  resendInvitation: [{ by: 'subject', times: 60, minutes: 60 }],

  // Each of these texts costs money, and may go to a stranger's phone. A request refused by one limit doesn't count
  // toward the next.
  sendTextingCode: [{ by: 'address', times: 10, minutes: 60 }],
  textingCodesToNumber: [{ by: 'subject', times: 3, minutes: 60 }],
  textingCodesOfBusiness: [{ by: 'subject', times: 200, minutes: 24 * 60 }],
  // All other texts. A customer could cause many by rescheduling an appointment repeatedly. Emails are still sent.
  textsToNumber: [{ by: 'subject', times: 30, minutes: 24 * 60 }],
  textsOfBusiness: [{ by: 'subject', times: 2000, minutes: 24 * 60 }],
  // Each text is stored permanently and notifies the office. STOP and START take effect even beyond the limit.
  textsFromNumber: [{ by: 'subject', times: 30, minutes: 60 }],
  // Nobody reads texts from unknown numbers. An automatic reply says so, to each number only once every 30 days.
  autoReplyPerNumber: [{ by: 'subject', times: 1, minutes: 30 * 24 * 60 }],
  autoRepliesTotal: [{ by: 'subject', times: 50, minutes: 24 * 60 }],
  // Each code allows five attempts.
  confirmTextingCode: [{ by: 'subject', times: 30, minutes: 60 }],

  // Links contain long random tokens, which can't be guessed; the limit only protects the database.
  unsubscribe: [{ by: 'address', times: 60, minutes: 15 }],
  verifyEmail: [{ by: 'address', times: 60, minutes: 15 }],
  cancelEmailChangeByLink: [{ by: 'address', times: 60, minutes: 15 }],
  resetPassword: [{ by: 'address', times: 60, minutes: 15 }],
  readInvitation: [{ by: 'address', times: 60, minutes: 15 }],
  acceptInvitation: [{ by: 'address', times: 60, minutes: 15 }],
  setUp: [{ by: 'address', times: 20, minutes: 15 }],

  // Each sends an email, perhaps to a stranger. A request refused by one limit doesn't count toward the next. The
  // business's total is limited, too. Networks are counted, since one machine may have many addresses.
  sendVerificationCode: [
    { by: 'network', times: codesPerNetwork, setting: 'codesPerNetwork', minutes: 60 },
    { by: 'subject', times: codesPerMailbox, setting: 'codesPerMailbox', minutes: 60 },
  ],
  verificationCodesOfBusiness: [
    { by: 'subject', times: codesPerDay, setting: 'codesPerDay', minutes: 24 * 60 },
  ],
  // Each code allows five attempts.
  bookAsVisitor: [{ by: 'address', times: 60, minutes: 10 }],

  // A customer may have five pending bookings; this allows a dozen attempts for each. Staff book all day.
  bookAppointment: [{ by: 'subject', times: 60, minutes: 10, roles: ['customer'] }],
  // Each adds to the appointment's history, notifies the office and takes the day's lock. No one needs this many.
  changeAppointment: [{ by: 'subject', times: 120, minutes: 10, roles: ['customer'] }],
  // Locks all bookable days.
  addTimeOff: [{ by: 'subject', times: 120, minutes: 10, roles: ['mechanic'] }],
  // Each searches the entire day; an office needs only a few.
  getCoverageProposals: [{ by: 'subject', times: 60, minutes: 10 }],
  coverJobs: [{ by: 'subject', times: 60, minutes: 10 }],
  // Each searches every mechanic's day, when a block on the board is picked up.
  listPlacements: [{ by: 'subject', times: 600, minutes: 10 }],
  // Each takes the day's lock and reassigns the day's holds.
  reportSick: [{ by: 'subject', times: 60, minutes: 10 }],
  withdrawSickReport: [{ by: 'subject', times: 60, minutes: 10 }],
  createVehicle: [{ by: 'subject', times: 60, minutes: 10, roles: ['customer'] }],
  changeVehicle: [{ by: 'subject', times: 60, minutes: 10, roles: ['customer'] }],
  // Each is stored permanently and notifies the office; no real conversation has 100 in ten minutes.
  sendMessage: [
    { by: 'subject', times: 100, minutes: 10, roles: ['customer', 'mechanic'] },
    { by: 'subject', times: 600, minutes: 10, roles: ['service_advisor', 'admin'] },
  ],
  // Only completed appointments can be reviewed, each once.
  writeReview: [{ by: 'subject', times: 30, minutes: 10 }],
  // Sent whenever someone sees new messages.
  markRead: [{ by: 'subject', times: 1200, minutes: 10 }],
  // Each adds an entry to the audit trail.
  saveNotificationPreferences: [{ by: 'subject', times: 60, minutes: 10 }],
  // Each makes the server send requests to another address.
  subscribeToPush: [{ by: 'subject', times: 30, minutes: 10 }],
  // Feed URLs can't be guessed; the first limit only protects the database. The second counts requests for one feed:
  // each reads all its jobs, and calendar programs poll every few minutes at most.
  readCalendarFeed: [
    { by: 'address', times: 300, minutes: 15 },
    { by: 'subject', times: 60, minutes: 15 },
  ],
  // Each adds an entry to the audit trail.
  createCalendarFeed: [{ by: 'subject', times: 60, minutes: 10 }],
  // Each may create a payment.
  joinPlan: [{ by: 'subject', times: 30, minutes: 10 }],
  changeSubscription: [{ by: 'subject', times: 60, minutes: 10 }],
  // Open to visitors; a person tries a few ZIP codes, an office many.
  findServiceArea: [{ by: 'address', times: 600, minutes: 15 }],
  // Open to visitors, and searches up to 60 days; an open form sends one every 30 seconds.
  listNextSlots: [{ by: 'address', times: 600, minutes: 15 }],
  // Open to visitors, and sent while people type; several people in an office type at once.
  suggestPlaces: [{ by: 'address', times: 1200, minutes: 15 }],
  // Sent once for each address that someone types.
  locateAddress: [{ by: 'address', times: 300, minutes: 15 }],
  reverseGeocode: [{ by: 'address', times: 300, minutes: 15 }],
  // Each generates a document. No one reads this many.
  getReceipt: [{ by: 'subject', times: 120, minutes: 10 }],
  // A fast typist sends ten a minute, and each runs a few queries.
  chat: [{ by: 'subject', times: 200, minutes: 10 }],
  // A link's token can't be guessed; the limit for an address protects the database. Many customers share the address
  // of a mobile network, and each link's page polls every 30 seconds.
  readByLink: linkReads,
  trackByLink: linkReads,
  listRescheduleTimesByLink: linkReads,
  getCalendarByLink: linkReads,
  // Each generates a document.
  getReceiptByLink: [{ by: 'subject', times: 60, minutes: 10 }, ...linkReads],
  // Each adds to the appointment's history, notifies the office and takes the day's lock.
  rescheduleByLink: linkChanges,
  cancelByLink: linkChanges,
  reviewByLink: linkChanges,
  revokeOwnLink: linkChanges,
  renewOwnLink: linkChanges,
  // Each is stored permanently and notifies the office.
  sendMessageByLink: [
    { by: 'subject', times: 20, minutes: 60 },
    { by: 'address', times: 120, minutes: 60 },
  ],
  // A preview reads a file of up to 10 MB; importing the largest file takes a few hundred requests.
  previewImport: [{ by: 'subject', times: 30, minutes: 10 }],
  importCustomers: [{ by: 'subject', times: 2000, minutes: 10 }],
  // Each reads all customers.
  exportCustomers: [{ by: 'subject', times: 10, minutes: 10 }],
  exportVehicles: [{ by: 'subject', times: 10, minutes: 10 }],
  // A picture is up to 36 kB, and each change is stored in the audit trail.
  changeAccount: [{ by: 'subject', times: 30, minutes: 10 }],
  saveLogo: [{ by: 'subject', times: 30, minutes: 10 }],
};
