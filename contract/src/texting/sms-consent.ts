/**
 * The version of the wording below. It is stored with each consent, as evidence of what the person agreed to. Change it
 * whenever any of the wording changes.
 */
export const smsConsentVersion = '2026-11-2';

/** The label of the checkbox, initially unchecked, that a person must check before a code is sent to their number. */
export function getSmsConsentText(businessName: string): string {
  return (
    `I agree to receive automated text messages from ${businessName} about my appointments: confirmations, ` +
    "changes, cancellations, reminders, and the mechanic's arrival. Message frequency varies; usually no more than " +
    'six messages per appointment, plus replies to my messages. Msg & data rates may apply. Reply STOP to end, or ' +
    'HELP for help. Agreeing is not a condition of any booking.'
  );
}

/** What staff say to a customer on the phone before they record that the customer agreed. */
export function getVerbalConsentText(businessName: string, phone: string): string {
  return (
    `“May ${businessName} text you at ${phone} about your appointments: confirmations, changes, cancellations, ` +
    "reminders, and the mechanic's arrival? That's usually no more than six automated messages per appointment, " +
    'plus replies to your messages. Message and data rates may apply. You can reply STOP at any time to end them, ' +
    'or HELP for help, and you can book with us whether or not you agree.”'
  );
}

/** How a customer agreed to text messages. `start`: they texted START after STOP. */
export const smsConsentSources = ['code', 'office', 'start'] as const;
export type SmsConsentSource = (typeof smsConsentSources)[number];

/** Why a consent ended. */
export const smsConsentEndReasons = [
  'stop',
  'office',
  'person',
  'number_removed',
  'replaced',
  'merged',
] as const;
export type SmsConsentEndReason = (typeof smsConsentEndReasons)[number];

/** How many digits a code has, for how many minutes it is valid, and how many attempts a person has to enter it. */
export const smsCode = { digits: 6, minutes: 10, maxAttempts: 5 } as const;
