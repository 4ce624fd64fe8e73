import { maxPhones } from '@curbwrench/contract/customers/phone-number';
import { textLimits } from '@curbwrench/contract/fields/text-limits';

/** The data needed to merge a customer. */
export interface MergeCandidate {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly other_phones: readonly string[];
  readonly office_notes: string | null;
  readonly addresses: readonly string[];
  readonly has_account: boolean;
  readonly active: boolean;
  readonly email_verified: boolean;
  /** When someone without an account verified that the email address is theirs. */
  readonly email_verified_at: Date | null;
  readonly has_open_plan: boolean;
}

/** The kept customer's record after merging. */
export interface MergedRecord {
  readonly email: string | null;
  /** The main number first. */
  readonly phones: readonly string[];
  readonly notes: string | null;
  readonly addresses: readonly string[];
}

/**
 * Returns the merged record, which has the kept customer's name and the phone numbers, addresses and notes of both. The
 * removed customer's email address is used only if the kept customer has none. A name, email address or phone number
 * for which there is no room is added to the notes.
 */
export function mergeRecords(kept: MergeCandidate, removed: MergeCandidate): MergedRecord {
  const phones = [...new Set([...listPhones(kept), ...listPhones(removed)])];
  const email = kept.email ?? removed.email;
  const otherDetails = [
    ...(getName(kept) === getName(removed) ? [] : [getName(removed)]),
    ...(removed.email === null || removed.email === email ? [] : [removed.email]),
    ...phones.slice(maxPhones),
  ];
  const notes = [
    kept.office_notes,
    removed.office_notes,
    otherDetails.length === 0 ? null : `From the merged record: ${otherDetails.join(', ')}`,
  ].filter((note) => note !== null);
  return {
    email,
    phones: phones.slice(0, maxPhones),
    notes: notes.length === 0 ? null : notes.join('\n\n'),
    addresses: [...new Set([...kept.addresses, ...removed.addresses])],
  };
}

/** Returns the reasons why two customers can't be merged, one sentence each. */
export function findMergeProblems(kept: MergeCandidate, removed: MergeCandidate): string[] {
  const [keptName, removedName] = [getName(kept), getName(removed)];
  const notes = mergeRecords(kept, removed).notes ?? '';
  return [
    ...(kept.has_account && removed.has_account
      ? [`${keptName} and ${removedName} both have an account.`]
      : removed.has_account
        ? [`${removedName} has an account, so keep their record instead.`]
        : []),
    ...(kept.has_open_plan && removed.has_open_plan
      ? [`${keptName} and ${removedName} are both on a plan. One of the plans must end first.`]
      : []),
    ...(kept.active ? [] : [`${keptName}'s account is deactivated. Reactivate it first.`]),
    ...(kept.has_account && !kept.email_verified
      ? [`${keptName} hasn't verified their email address yet.`]
      : []),
    ...(Array.from(notes).length > textLimits.officeNotes
      ? ['The combined office notes are too long. Shorten them first.']
      : []),
  ];
}

function getName({ first_name, last_name }: MergeCandidate): string {
  return `${first_name} ${last_name}`.trim();
}

function listPhones({ phone, other_phones }: MergeCandidate): string[] {
  return phone === null ? [...other_phones] : [phone, ...other_phones];
}
