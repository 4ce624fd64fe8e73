import { displayId } from '@curbwrench/contract/fields/display-id';
import { twelveHour } from '@curbwrench/contract/fields/calendar';
import { chooseAppointments } from '../appointment-choice.ts';
import { mechanicOf } from '../appointment-sentences.ts';
import type { Topic } from '../asking.ts';
import { moment } from '../phrases.ts';
import { isTooStrange, means } from '../understanding.ts';

/** Answers where a customer's mechanic is, as far as the appointment itself shows. */
export const tracking: Topic = async (asking, understood) => {
  if (asking.viewer.role !== 'customer' || isTooStrange(understood)) return null;
  const asks =
    means(understood, 'track') || (means(understood, 'where') && means(understood, 'mechanic'));
  if (!asks) return null;
  const { rows } = await chooseAppointments(asking, { ...understood, concepts: new Set(['next']) });
  const row =
    rows.find(({ status }) => status === 'in_progress') ??
    rows.find(({ mechanic_id }) => mechanic_id !== null);
  const how = 'Track Mechanic, on the appointment, shows the journey and the last known position.';
  if (!row) return `No mechanic is assigned to an appointment of yours now. ${how}`;
  const which = `${row.service_name} on ${moment(row.date, row.start_time)} (${displayId(row.id)})`;
  const state =
    row.status === 'in_progress'
      ? `${mechanicOf(row)} has set out for ${which} or is at work on it.`
      : `Not on the way yet, due ${twelveHour(row.start_time)}: ${mechanicOf(row)} comes for ${which}.`;
  return `${state} ${how}`;
};
