/** The state that a message has because of a report. */
export type ReportedState = 'sent' | 'delivered' | 'failed';

const reportedStates: Readonly<Record<string, ReportedState>> = {
  // Twilio has accepted the message, so it counts as sent.
  accepted: 'sent',
  scheduled: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

/**
 * The previous states that each reported state may replace. A report about a message that is still `queued` or
 * `unknown` means that Twilio has the message, so it is never sent again.
 */
const replaceableStates: Readonly<Record<ReportedState, readonly string[]>> = {
  sent: ['queued', 'unknown'],
  delivered: ['queued', 'unknown', 'sent'],
  failed: ['queued', 'unknown', 'sent'],
};

/**
 * Returns the new state of a message after Twilio reported this status, or null if the report changes nothing. Reports
 * may arrive late, repeatedly or in any order, and never return a message to a previous state.
 */
export function getReportedState(state: string, status: string): ReportedState | null {
  const reported = Object.hasOwn(reportedStates, status) ? reportedStates[status] : undefined;
  return reported !== undefined && replaceableStates[reported].includes(state) ? reported : null;
}

/** The error code for a message to a number that replied STOP. */
export const optedOutCode = 21610;

const failureMessages: Readonly<Record<number, string>> = {
  [optedOutCode]: 'The number replied STOP.',
  21211: 'The number is not valid.',
  21408: "Text messages to this country aren't enabled in Twilio.",
  21614: 'The number cannot receive text messages.',
  21617: 'The text is too long.',
  30001: 'Our text message provider is backed up.',
  30002: 'The Twilio account is suspended.',
  30003: 'The phone is turned off or out of range.',
  30004: 'The carrier or the phone blocked the message.',
  30005: 'The number is unknown or no longer in service.',
  30006: 'The number is a landline, or its carrier cannot be reached.',
  30007: 'The carrier filtered the message as spam.',
  30008: 'The carrier gave no reason.',
  30034: "The sending number isn't registered for texting in the US (10DLC).",
  30036: "It couldn't be delivered in time.",
};

/** Returns why a message failed, for admins: one sentence with Twilio's error code, if there is one. */
export function describeSmsFailure(code: number | null): string {
  if (code === null) return 'Twilio gave no reason.';
  return `${failureMessages[code] ?? 'Twilio refused the message.'} (Twilio error ${code})`;
}
