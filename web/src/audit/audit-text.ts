import {
  auditSubjects,
  renamedAuditSubjects,
  type AuditEntry,
  type AuditSubject,
} from '@curbwrench/contract/audit/schemas';
import { displayDateWithWeekday, isCalendarDate } from '@curbwrench/contract/fields/calendar';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { messageKinds } from '@curbwrench/contract/messaging/kinds';
import {
  findMessageTemplateKey,
  messageChannelLabels,
} from '@curbwrench/contract/messaging/template-keys';
import { describeAppointment } from './appointment-text.ts';
import {
  findChange,
  isBusinessHours,
  listDetails,
  mapLocationLabel,
  type AuditDetail,
  type AuditText,
} from './audit-details.ts';
import { isSwitch, listText, type AuditFormat } from './audit-values.ts';
import { describeDays, describeWorkingTime } from './working-time-text.ts';

/** The labels of the kinds of subjects. */
export const subjectLabels: Record<AuditSubject, string> = {
  appointment: 'Appointment',
  service: 'Service',
  vehicle: 'Vehicle',
  user: 'Person',
  mechanic: 'Mechanic',
  payment: 'Payment',
  refund: 'Refund',
  invitation: 'Invitation',
  session: 'Session',
  holiday: 'Holiday',
  plan: 'Plan',
  subscription: 'Subscription',
  service_area: 'Service area',
  business: 'Business settings',
  mail: 'Message',
  customer_file: 'Import or export',
  message_template: 'Message template',
  message_text: 'Message template',
  review: 'Review',
};

const formerSubjects = new Set(Object.values(renamedAuditSubjects));

/**
 * The kinds of subjects that the audit trail can be filtered by. A filter also finds entries with the kind's former
 * name.
 */
export const filterSubjects = auditSubjects.filter((subject) => !formerSubjects.has(subject));

/** Describes an entry, or a group of entries from `groupEntries`. */
export function describeEntries(
  entries: readonly [AuditEntry, ...AuditEntry[]],
  format: AuditFormat,
): AuditText {
  const [entry] = entries;
  const noun = subjectText(entry.subject);
  const details = entries.flatMap((each) => listDetails(each, format));
  switch (entry.subject.kind) {
    case 'appointment': {
      const text = describeAppointment(entry, noun, format);
      if (text) return text;
      break;
    }
    case 'business':
      if (entry.changes.length === 1 && isBusinessHours(entry.changes[0]?.field ?? '')) {
        return describeDays('the business hours', details);
      }
      break;
    case 'mechanic': {
      const text = describeWorkingTime(entries, noun, format);
      if (text) return text;
      break;
    }
    case 'holiday': {
      const name = findChange(entry, 'name');
      if (entry.action === 'changed' || !name) break;
      const verb = entry.action === 'created' ? 'added' : 'removed';
      const day = displayDateWithWeekday(entry.subject.id);
      return {
        sentence: `${verb} the holiday ${name.after ?? name.before} on ${day}`,
        details: [],
      };
    }
    case 'user':
      if (entry.action === 'merged') return { sentence: describeMerge(entry, noun), details: [] };
      break;
    case 'customer_file':
      return { sentence: describeTransfer(entry), details: [] };
    case 'message_template':
    case 'message_text': {
      const isReset = findChange(entry, 'body')?.after === null;
      return { sentence: `${isReset ? 'reset' : 'changed'} ${noun}`, details };
    }
    case 'review': {
      const sentence = describeModeration(entry, noun);
      if (sentence !== null) return { sentence, details };
      break;
    }
    case 'invitation':
      return { sentence: invitationSentences[entry.action], details };
    case 'session':
      return { sentence: describeSession(entry), details: details.filter(isNotLabeled('account')) };
    case 'plan':
    case 'service_area': {
      const sentence = describeAddedOrRemoved(entry, details, noun);
      if (sentence !== null) return { sentence, details: [] };
      break;
    }
    default:
      break;
  }
  return describeChanges(entry, noun, details);
}

/** Describes an import or export of a file. */
function describeTransfer(entry: AuditEntry): string {
  if (findChange(entry, 'kind')?.after === 'customer export') return 'exported all customers';
  if (findChange(entry, 'kind')?.after === 'vehicle export') return 'exported all vehicles';
  const source = findChange(entry, 'source')?.after ?? '';
  const rows = Number(findChange(entry, 'rowCount')?.after ?? 0);
  const from = sourceNames[source];
  return `imported customers${from === undefined ? '' : ` from ${from}`} (${rows} ${rows === 1 ? 'row' : 'rows'})`;
}

/** The programs whose files can be imported; any other program is not named. */
const sourceNames: Readonly<Record<string, string>> = {
  curbwrench: 'Curbwrench',
  google: 'Google Contacts',
  square: 'Square',
  jobber: 'Jobber',
};

/** Describes that a review was replied to, hidden or unhidden; null for any other change. */
function describeModeration(entry: AuditEntry, noun: string): string | null {
  if (entry.action !== 'changed') return null;
  // Old entries have the column's former name.
  if (findChange(entry, 'reply') ?? findChange(entry, 'answer')) return `replied to ${noun}`;
  const reason = findChange(entry, 'hiddenReason');
  if (!reason) return null;
  return reason.after === null ? `unhid ${noun}` : `hid ${noun}`;
}

const invitationSentences: Record<AuditEntry['action'], string> = {
  created: 'sent an invitation',
  changed: 'resent an invitation',
  deleted: 'removed an invitation',
  erased: 'erased an invitation',
  viewed: 'viewed an invitation',
  merged: 'merged an invitation',
};

function isNotLabeled(label: string): (detail: AuditDetail) => boolean {
  return (detail) => detail.label !== label;
}

/** What was done when an entry's subject was created, if it was not just added. */
const creationVerbs: Partial<Record<AuditSubject, string>> = {
  payment: 'created',
  refund: 'issued',
  review: 'posted',
};

function describeChanges(
  { action, actor, subject, changes }: AuditEntry,
  noun: string,
  details: readonly AuditDetail[],
): AuditText {
  const isPerson = subject.kind === 'user' || subject.kind === 'mechanic';
  const isOwn = isPerson && actor?.id === subject.id;
  switch (action) {
    case 'created':
      return { sentence: `${creationVerbs[subject.kind] ?? 'added'} ${noun}`, details };
    case 'deleted':
      return { sentence: `deleted ${noun}`, details };
    case 'erased':
      return {
        sentence: `erased ${formatFieldWithSubject(subject.kind, 'personal data', noun)}`,
        details,
      };
    case 'viewed':
      return { sentence: `viewed ${noun}`, details };
    case 'merged':
      return { sentence: `merged ${noun}`, details };
    case 'changed': {
      const [detail, second] = details;
      if (!detail || second) {
        const what = isOwn ? 'their own details' : isPerson ? `${noun}'s details` : noun;
        return { sentence: `changed ${what}`, details };
      }
      const fieldText = isOwn
        ? `their ${detail.label}`
        : formatFieldWithSubject(subject.kind, detail.label, noun);
      const [change] = changes;
      if (detail.note === null && change && isSwitch(change.field)) {
        const verb = change.after === 'true' ? 'turned on' : 'turned off';
        return { sentence: `${verb} ${fieldText}`, details: [] };
      }
      return describeChange(detail, fieldText);
    }
  }
}

/** Returns a field with its subject: "Sam Ortiz's skills", 'the price of the Oil Change service'. */
function formatFieldWithSubject(kind: AuditSubject, label: string, noun: string): string {
  switch (kind) {
    case 'business':
      return `the ${label}`;
    case 'user':
    case 'mechanic':
      return `${noun}'s ${label}`;
    case 'service_area':
      return `the ${label} for ${noun}`;
    default:
      return `the ${label} of ${noun}`;
  }
}

/** Describes the change to one field. `fieldText` is the field's name as used in a sentence. */
function describeChange(detail: AuditDetail, fieldText: string): AuditText {
  const { label, before, after, note } = detail;
  switch (note) {
    case 'erased':
      return { sentence: `changed ${fieldText}`, details: [detail] };
    case 'secret':
      return { sentence: `changed ${fieldText}`, details: [] };
    case 'file': {
      const verb = before === null ? 'added' : after === null ? 'removed' : 'replaced';
      return { sentence: `${verb} ${fieldText}`, details: [] };
    }
    case null:
      break;
  }
  const sentence =
    before === null
      ? `set ${fieldText}: ${after}`
      : after === null
        ? `removed ${fieldText} (was ${before})`
        : label === mapLocationLabel
          ? `changed ${fieldText} from ${before} to ${after}`
          : `changed ${fieldText}: ${after} (was ${before})`;
  return { sentence, details: [] };
}

/** Names both customers: 'merged Bob Smith into Robert Smith'. */
function describeMerge(entry: AuditEntry, noun: string): string {
  const into = findChange(entry, 'intoId');
  const name = into?.afterName ?? `person ${shortId(into?.after ?? '')}`;
  return `merged ${findChange(entry, 'name')?.after ?? noun} into ${name}`;
}

function describeSession({ action, actor, subject, changes }: AuditEntry): string {
  const account = changes.find(({ field }) => field === 'accountId' || field === 'userId');
  const [id, name] =
    action === 'created'
      ? [account?.after, account?.afterName]
      : [account?.before, account?.beforeName];
  const isOwn = actor !== null && actor.id === id;
  if (isOwn) return action === 'created' ? 'logged in' : 'logged out';
  const session = name == null ? `session ${shortId(subject.id)}` : `${name}'s session`;
  return action === 'created' ? `started ${session}` : `ended ${session}`;
}

/** Describes services added to or removed from a plan, or ZIP codes to or from an area; null for any other change. */
function describeAddedOrRemoved(
  { changes }: AuditEntry,
  details: readonly AuditDetail[],
  noun: string,
): string | null {
  const change = changes.find(({ field }) => field === 'zip' || field === 'serviceId');
  if (!change || (change.before !== null && change.after !== null)) return null;
  const isAdded = change.before === null;
  const values = details.flatMap(({ label, before, after }) => {
    const value = before ?? after;
    if (value === null) return [];
    return [label === 'included uses' ? `(included uses: ${value})` : value];
  });
  const what =
    change.field === 'zip'
      ? `the ZIP ${values.length === 1 ? 'code' : 'codes'} ${listText(values)}`
      : values.join(' ');
  return isAdded ? `added ${what} to ${noun}` : `removed ${what} from ${noun}`;
}

/** Returns what an entry is about: 'appointment #0042', 'the Oil Change service', 'Sam Ortiz'; shortens long ids. */
export function subjectText({ kind, id, name }: AuditEntry['subject']): string {
  switch (kind) {
    case 'appointment':
      return `appointment ${displayId(Number(id))}`;
    case 'payment':
      return `payment ${displayId(Number(id))}`;
    case 'business':
      return 'the business settings';
    case 'message_template':
    case 'message_text':
      return messageTemplateName(id);
    case 'holiday':
      return isCalendarDate(id) ? `the holiday on ${displayDateWithWeekday(id)}` : 'a holiday';
    case 'user':
    case 'mechanic':
      return name ?? `${kind === 'user' ? 'person' : 'mechanic'} ${shortId(id)}`;
    default: {
      const label = subjectLabels[kind].toLowerCase();
      if (name === null) return `${label} ${shortId(id)}`;
      const needsLabel = kind !== 'vehicle' && !name.toLowerCase().endsWith(label);
      return needsLabel ? `the ${name} ${label}` : `the ${name}`;
    }
  }
}

/** Returns the name of a message template from its id, such as 'confirmed.email'. */
function messageTemplateName(id: string): string {
  const key = findMessageTemplateKey(id);
  if (!key) return 'a message template';
  return `the "${messageKinds[key.kind].label}" ${messageChannelLabels[key.channel].toLowerCase()} template`;
}

function shortId(id: string): string {
  return id.length > 12 ? `${id.slice(0, 8)}…` : id;
}

/** Parses the kind of subject in a URL; undefined if it is unknown. */
export function parseSubject(text: string | undefined): AuditSubject | undefined {
  return filterSubjects.find((subject) => subject === text);
}
