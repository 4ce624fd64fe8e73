import { displayId } from '@curbwrench/contract/fields/display-id';
import { summarizeLines } from '../../appointments/queries/appointment-rows.ts';
import { findMatchingAppointments } from '../matching-appointments.ts';
import { getMechanicName } from '../appointment-sentences.ts';
import type { Topic } from '../topic.ts';
import { formatDateTime } from '../answer-format.ts';
import { hasTooManyUnknownWords, hasConcept } from '../parsed-question.ts';

/** Tells a customer whether their mechanic is on the way, based only on the appointment's status. */
export const tracking: Topic = async (asker, question) => {
  if (asker.viewer.role !== 'customer' || hasTooManyUnknownWords(question)) return null;
  const asksAboutTracking =
    hasConcept(question, 'track') ||
    (hasConcept(question, 'where') && hasConcept(question, 'mechanic'));
  if (!asksAboutTracking) return null;
  const { rows } = await findMatchingAppointments(asker, {
    ...question,
    concepts: new Set(['next']),
  });
  const row =
    rows.find(({ status }) => status === 'in_progress') ??
    rows.find(({ mechanic_id }) => mechanic_id !== null);
  const hint =
    "To see the mechanic's progress and last known location, press Track Mechanic on the appointment.";
  if (!row) return `None of your appointments has a mechanic assigned right now. ${hint}`;
  const appointment = `${summarizeLines(row).services} ${formatDateTime(row.date, row.start_time, asker.currentTime.local.date)} (${displayId(row.id)})`;
  const state =
    row.status === 'in_progress'
      ? `${getMechanicName(row)} is on the way or already at work: ${appointment}.`
      : `${getMechanicName(row)} isn't on the way yet: ${appointment}.`;
  return `${state} ${hint}`;
};
