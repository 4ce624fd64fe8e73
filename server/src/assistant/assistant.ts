import type { ChatTurn } from '@curbwrench/contract/assistant/schemas';
import { dispatches } from '@curbwrench/contract/people/roles';
import { momentOf, type Context } from '../application/transaction.ts';
import { pageAppointments } from '../appointments/queries/appointments.ts';
import { listMechanics } from '../mechanics/queries.ts';
import { scopeOf } from '../database/read-scope.ts';
import { listServices } from '../services/queries.ts';
import { listVehicles } from '../vehicles/queries.ts';
import type { Moment } from '../application/rules/business-time.ts';
import type { Actor } from '../application/rules/actor.ts';
import { customerOf, mechanicOf } from './appointment-sentences.ts';
import type { Asking, Topic } from './asking.ts';
import { boundaryOf } from './boundaries.ts';
import { withSubject } from './follow-up.ts';
import { findHelp, helpAnswer } from './help/help.ts';
import { unknown } from './phrases.ts';
import { appointments, appointmentsOf, numberedAppointment } from './topics/appointments.ts';
import { areas } from './topics/areas.ts';
import { counts, figures, mechanics, ownStatus } from './topics/business.ts';
import { contact } from './topics/contact.ts';
import { cutOff } from './topics/cut-off.ts';
import { freeTimes } from './topics/free-times.ts';
import { hours } from './topics/hours.ts';
import { payments } from './topics/payments.ts';
import { plans } from './topics/plans.ts';
import { services } from './topics/services.ts';
import { smallTalk } from './topics/small-talk.ts';
import { tracking } from './topics/tracking.ts';
import { vehicles } from './topics/vehicles.ts';
import { means, understand, type KnownPerson, type Understanding } from './understanding.ts';

/**
 * Answers a question from the data the asker may read and from the help texts, and says so when it
 * doesn't know. It only reads, and within the asker's own scope: whatever the message or the
 * history say, nothing else can get into an answer.
 */
export async function answerQuestion(
  context: Context,
  viewer: Actor,
  message: string,
  history: readonly ChatTurn[],
): Promise<string> {
  const asking = await prepare(context, viewer);
  const declined = boundaryOf(asking, message, ownNames(asking));
  if (declined !== null) return declined;
  const understood = withSubject(
    understand(message, asking.names, asking.moment),
    // The assistant's own messages in the history are ignored: a client can forge them.
    history
      .filter(({ role, content }) => role === 'user' && content !== message)
      .map(({ content }) => understand(content, asking.names, asking.moment)),
  );
  for (const topic of topicsFor(understood)) {
    const answer = await topic(asking, understood);
    if (answer !== null) return answer;
  }
  return unknown(viewer.role, context.business.phone);
}

async function prepare(context: Context, viewer: Actor): Promise<Asking> {
  const db = context.store.kysely;
  const scope = scopeOf(viewer);
  const moment = momentOf(context);
  const [sold, owned, people] = await Promise.all([
    listServices(db),
    viewer.role === 'customer' ? listVehicles(db, scope, undefined) : [],
    peopleKnownTo(context, viewer, moment),
  ]);
  return { context, viewer, scope, moment, names: { services: sold, vehicles: owned, people } };
}

/** Returns the people in the asker's own appointments; for dispatch, the mechanics. */
async function peopleKnownTo(
  { store: { kysely: db } }: Context,
  viewer: Actor,
  moment: Moment,
): Promise<readonly KnownPerson[]> {
  if (dispatches(viewer.role)) {
    const rows = await listMechanics(db, moment);
    return rows.map(({ id, first_name, last_name }) => ({
      id,
      name: `${first_name} ${last_name}`,
    }));
  }
  const newest = { sort: '-date', limit: 50 } as const;
  const page = await pageAppointments(db, scopeOf(viewer), newest, moment.local.date);
  const known = new Map<string, string>();
  for (const row of page?.rows ?? []) {
    if (viewer.role === 'mechanic') known.set(row.customer_id, customerOf(row));
    else if (row.mechanic_id !== null) known.set(row.mechanic_id, mechanicOf(row));
  }
  return [...known].map(([id, name]) => ({ id, name }));
}

/** Returns the topics in order; the first that has an answer wins. For a "how do I", help comes first. */
function topicsFor(understood: Understanding): readonly Topic[] {
  return means(understood, 'how')
    ? [smallTalk, areas, numberedAppointment, cutOff, howTo, ...ofRecords]
    : [smallTalk, areas, numberedAppointment, ...ofRecords];
}

/** Answers from the help texts; skips questions about a number, which no text answers. */
const help: Topic = async ({ viewer }, understood) => {
  if (means(understood, 'count')) return null;
  const article = findHelp(viewer.role, understood.stems);
  return article ? helpAnswer(article) : null;
};

/** Answers from the help texts, unless the question names a day or asks for a figure. */
const howTo: Topic = async (asking, understood) =>
  understood.days === null &&
  understood.time === null &&
  !means(understood, 'price', 'duration', 'count', 'free', 'earliest')
    ? help(asking, understood)
    : null;

const ofRecords: readonly Topic[] = [
  plans,
  cutOff,
  figures,
  counts,
  tracking,
  ownStatus,
  mechanics,
  freeTimes,
  payments,
  services,
  vehicles,
  hours,
  appointments,
  appointmentsOf,
  contact,
  help,
];

/** Returns the names that the asker may mention: from their own records and vehicles. */
function ownNames({ names }: Asking): ReadonlySet<string> {
  const all = [
    ...names.vehicles.map(({ make, model }) => `${make} ${model}`),
    ...names.people.map(({ name }) => name),
  ];
  return new Set(all.flatMap((name) => name.toLowerCase().split(/\s+/)));
}
