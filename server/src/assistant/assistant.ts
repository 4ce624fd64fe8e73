import type { ChatTurn } from '@curbwrench/contract/assistant/schemas';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { getCurrentTime, type Context } from '../application/transaction.ts';
import { listAppointments } from '../appointments/queries/appointments.ts';
import { listMechanics } from '../mechanics/queries.ts';
import { getReadScope } from '../database/read-scope.ts';
import { listServices } from '../services/queries.ts';
import { listVehicles } from '../vehicles/queries.ts';
import type { CurrentTime } from '../application/rules/business-time.ts';
import type { Actor } from '../application/rules/actor.ts';
import { getCustomerName, getMechanicName } from './appointment-sentences.ts';
import type { AskerContext, Topic } from './topic.ts';
import { findDecliningAnswer } from './declined-questions.ts';
import { addEarlierSubject } from './follow-up.ts';
import { findHelp, formatArticle } from './help/help.ts';
import { fallbackAnswer } from './answer-format.ts';
import {
  appointments,
  appointmentsOfNamedPerson,
  numberedAppointment,
} from './topics/appointments.ts';
import { areas } from './topics/areas.ts';
import { appointmentCounts, businessStats, mechanics, ownStatus } from './topics/business.ts';
import { contact } from './topics/contact.ts';
import { cancellationCutoff } from './topics/cancellation-cutoff.ts';
import { availableTimes } from './topics/available-times.ts';
import { hours } from './topics/hours.ts';
import { payments } from './topics/payments.ts';
import { plans } from './topics/plans.ts';
import { services } from './topics/services.ts';
import { smallTalk } from './topics/small-talk.ts';
import { tracking } from './topics/tracking.ts';
import { vehicles } from './topics/vehicles.ts';
import {
  hasConcept,
  parseQuestion,
  type KnownPerson,
  type ParsedQuestion,
} from './parsed-question.ts';

/**
 * Answers a question from the records that the asker may read and from the help texts. If neither has the answer,
 * says that the assistant doesn't know. Only reads, and only what the asker may read, so no message or history can get
 * other data into an answer.
 */
export async function answerQuestion(
  context: Context,
  viewer: Actor,
  message: string,
  history: readonly ChatTurn[],
): Promise<string> {
  const asker = await createAskerContext(context, viewer);
  const decliningAnswer = findDecliningAnswer(asker, message, getKnownNameWords(asker));
  if (decliningAnswer !== null) return decliningAnswer;
  const question = addEarlierSubject(
    parseQuestion(message, asker.knownRecords, asker.currentTime),
    // The assistant's own messages in the history are ignored: a client can forge them.
    history
      .filter(({ role, content }) => role === 'user' && content !== message)
      .map(({ content }) => parseQuestion(content, asker.knownRecords, asker.currentTime)),
  );
  for (const topic of getTopics(question)) {
    const answer = await topic(asker, question);
    if (answer !== null) return answer;
  }
  return fallbackAnswer(viewer.role, context.business.phone);
}

async function createAskerContext(context: Context, viewer: Actor): Promise<AskerContext> {
  const db = context.store.kysely;
  const scope = getReadScope(viewer);
  const currentTime = getCurrentTime(context);
  const [allServices, ownVehicles, people] = await Promise.all([
    listServices(db),
    viewer.role === 'customer' ? listVehicles(db, scope, undefined) : [],
    readKnownPeople(context, viewer, currentTime),
  ]);
  return {
    context,
    viewer,
    scope,
    currentTime,
    knownRecords: { services: allServices, vehicles: ownVehicles, people },
  };
}

/** Returns the people whom the asker may mention: those in their own appointments or, for the office, the mechanics. */
async function readKnownPeople(
  { store: { kysely: db } }: Context,
  viewer: Actor,
  currentTime: CurrentTime,
): Promise<readonly KnownPerson[]> {
  if (isOfficeRole(viewer.role)) {
    const rows = await listMechanics(db, currentTime);
    return rows.map(({ id, first_name, last_name }) => ({
      id,
      name: `${first_name} ${last_name}`,
    }));
  }
  const query = { sort: '-date', limit: 50 } as const;
  const page = await listAppointments(db, getReadScope(viewer), query, currentTime.local.date);
  const namesById = new Map<string, string>();
  for (const row of page?.rows ?? []) {
    if (viewer.role === 'mechanic') namesById.set(row.customer_id, getCustomerName(row));
    else if (row.mechanic_id !== null) namesById.set(row.mechanic_id, getMechanicName(row));
  }
  return [...namesById].map(([id, name]) => ({ id, name }));
}

/**
 * Returns the topics in the order in which they are tried. For a question such as "how do I", the help texts are tried
 * before the records.
 */
function getTopics(question: ParsedQuestion): readonly Topic[] {
  return hasConcept(question, 'how')
    ? [smallTalk, areas, numberedAppointment, cancellationCutoff, howTo, ...recordTopics]
    : [smallTalk, areas, numberedAppointment, ...recordTopics];
}

/** Answers from the help texts, except "how many" questions, which no help text answers. */
const help: Topic = async ({ viewer }, question) => {
  if (hasConcept(question, 'count')) return null;
  const article = findHelp(viewer.role, question.stems);
  return article ? formatArticle(article) : null;
};

/** Answers from the help texts, unless the question names a day or asks for a price, duration, count or time. */
const howTo: Topic = async (asker, question) =>
  question.days === null &&
  question.time === null &&
  !hasConcept(question, 'price', 'duration', 'count', 'free', 'earliest')
    ? help(asker, question)
    : null;

const recordTopics: readonly Topic[] = [
  plans,
  cancellationCutoff,
  businessStats,
  appointmentCounts,
  tracking,
  ownStatus,
  mechanics,
  availableTimes,
  payments,
  services,
  vehicles,
  hours,
  appointments,
  appointmentsOfNamedPerson,
  contact,
  help,
];

/** Returns the words in the names of the asker's vehicles and of the people whom they may mention. */
function getKnownNameWords({ knownRecords }: AskerContext): ReadonlySet<string> {
  const names = [
    ...knownRecords.vehicles.map(({ make, model }) => `${make} ${model}`),
    ...knownRecords.people.map(({ name }) => name),
  ];
  return new Set(names.flatMap((name) => name.toLowerCase().split(/\s+/)));
}
