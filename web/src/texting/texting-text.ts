import type {
  SmsConsentEndReason,
  SmsConsentSource,
} from '@curbwrench/contract/texting/sms-consent';
import type { CustomerSmsConsentStatus } from '@curbwrench/contract/texting/schemas';

/** Why a customer's SMS consent ended, for the office; `byWhom` names the staff member who ended it, if one did. */
const endings: Record<SmsConsentEndReason, (date: string, byWhom: string) => string> = {
  stop: (date) => `The customer replied STOP on ${date}.`,
  office: (date, byWhom) => `Stopped on ${date}${byWhom}.`,
  person: (date) => `The customer turned texts off on ${date}.`,
  number_removed: (date) => `Ended on ${date}, when the number was removed.`,
  replaced: (date) => `Ended on ${date}, when the customer switched to another number.`,
  merged: (date) => `Ended on ${date}, when two records were merged.`,
};

const agreements: Record<SmsConsentSource, (date: string, byWhom: string) => string> = {
  code: (date) => `Agreed online on ${date}, with the number verified by code`,
  office: (date, byWhom) => `Agreed by phone on ${date}${byWhom}`,
  start: (date) => `Texted START on ${date}`,
};

/** Returns what the office reads about a customer's consent: '(415) 555-2671: Agreed by phone on Tue, Mar 03, 2026 by Ada Moss.' */
export function describeConsent(
  consent: CustomerSmsConsentStatus['consent'],
  displayDate: (instant: string) => string,
): string {
  if (consent === null) return "The customer hasn't agreed to text messages.";
  const { phone, source, agreedAt, agreedBy, endedAt, endedReason, endedBy } = consent;
  const byName = (name: string | null) => (name === null ? '' : ` by ${name}`);
  if (endedAt === null || endedReason === null) {
    return `${phone}: ${agreements[source](displayDate(agreedAt), byName(agreedBy))}.`;
  }
  return `No texts. ${endings[endedReason](displayDate(endedAt), byName(endedBy))}`;
}

/** Returns why the office can't record that a customer agreed; null if it can. */
export function findConsentBlocker({
  smsIsSetUp,
  phones,
}: CustomerSmsConsentStatus): string | null {
  if (!smsIsSetUp) return "Text messages aren't set up yet.";
  if (phones.length === 0) return 'Add a phone number first.';
  const textable = phones.filter(({ canBeTexted }) => canBeTexted);
  if (textable.length === 0) return "The customer's phone number can't receive text messages.";
  if (textable.every(({ hasOptedOut }) => hasOptedOut)) {
    return 'The customer replied STOP. Ask them to text START to the number your texts come from. Then you can record their consent.';
  }
  return null;
}
