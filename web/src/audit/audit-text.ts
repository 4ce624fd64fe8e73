import {
  auditSubjects,
  type AuditEntry,
  type AuditSubject,
} from '@curbwrench/contract/audit/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { statusLabels } from '@curbwrench/contract/appointments/lifecycle';
import { roleLabels } from '@curbwrench/contract/people/roles';
import { displayInstantIn } from '../lib/business-time.ts';

/** The kinds of audited data, as people read them. */
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
};

/** Returns 'Appointment #0042', 'Service 3'; a long id is shortened. */
export function subjectText({ kind, id }: AuditEntry['subject']): string {
  return `${subjectLabels[kind]} ${kind === 'appointment' ? displayId(Number(id)) : shortId(id)}`;
}

function shortId(id: string): string {
  return id.length > 12 ? `${id.slice(0, 8)}…` : id;
}

/** Formats a value of the audit trail as the screens do. An instant is in the given time zone. */
export function valueText(field: string, value: string, timeZone: string): string {
  if (value === 'true' || value === 'false') return value === 'true' ? 'yes' : 'no';
  if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(value) && !Number.isNaN(Date.parse(value))) {
    return displayInstantIn(timeZone, value);
  }
  const words = valueLabels[field] ?? {};
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
}

const valueLabels: Partial<Record<string, Record<string, string>>> = {
  role: roleLabels,
  status: statusLabels,
};

/** Returns 'Start time' for 'start_time' or 'startTime'. */
export function fieldText(field: string): string {
  const words = field
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.]+/g, ' ')
    .toLowerCase()
    .replace(/ id$/, '')
    .replace(/^ip\b/, 'IP');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the kind of data named in a URL, if it is one. */
export function parseSubject(text: string | undefined): AuditSubject | undefined {
  return auditSubjects.find((subject) => subject === text);
}
