import type { AuditEntry, AuditSubject } from '@curbwrench/contract/audit';
import { displayId } from '@curbwrench/contract/booking-rules';

/** What the trail tells of, as a person reads it. */
export const subjectLabels: Record<AuditSubject, string> = {
  appointment: 'Appointment',
  service: 'Service',
  vehicle: 'Vehicle',
  user: 'Person',
  mechanic: 'Mechanic',
  payment: 'Payment',
  invitation: 'Invitation',
  session: 'Session',
  holiday: 'Holiday',
};

/** 'Appointment #0042', 'Service 3'. */
export function subjectText({ kind, id }: AuditEntry['subject']): string {
  return `${subjectLabels[kind]} ${kind === 'appointment' ? displayId(Number(id)) : id}`;
}

/** 'Start time' for 'start_time' or 'startTime'. */
export function fieldText(field: string): string {
  const words = field
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.]+/g, ' ')
    .toLowerCase()
    .replace(/ id$/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
