// Reads tables owned by these modules: appointments, mechanics, payments
import { sql } from 'kysely';
import { ownedBy, type SharedText } from './table-class.ts';

export const jobsAsCustomer = (id: string) =>
  sql`select id from appointments where customer_id = ${id}`;
const jobsAsMechanic = (id: string) => sql`select id from appointments where mechanic_id = ${id}`;

/** The reason given with an appointment event. */
export const reasons: SharedText = {
  text: sql`detail ->> 'reason'`,
  withText: (text) => sql`case when ${text} is null then detail - 'reason'
    else jsonb_set(detail, '{reason}', to_jsonb(${text})) end`,
  // A mechanic's reason for declining a job is about the mechanic, not the customer.
  writtenByPerson: ({ id }) =>
    sql`actor_id = ${id} and (kind = 'declined' or appointment_id in (${jobsAsCustomer(id)}))`,
  aboutPerson: ({ id }) => sql`appointment_id in (${jobsAsCustomer(id)})`,
  // Excludes reasons that other customers gave for their own appointments.
  mayMentionPerson: ({ id }) => sql`(actor_id = ${id} or appointment_id in (${jobsAsMechanic(id)}))
    and actor_id is distinct from
      (select customer_id from appointments where appointments.id = appointment_id)`,
};

/** An appointment's notes. Only the customer edits them, so the office writes notes only when it books. */
export const notes: SharedText = {
  text: sql`notes`,
  withText: (text) => text,
  writtenByPerson: ({ id }) => sql`customer_id = ${id} and (source <> 'office' or exists (
    select from appointment_events where appointment_id = appointments.id
      and kind = 'notes_changed'))`,
  aboutPerson: ownedBy('customer_id'),
  mayMentionPerson: null,
};

/**
 * The mechanic's note about the work, written when completing a job. It is the customer's record of the work, so it is
 * kept when the mechanic's account is deleted.
 */
export const workNote: SharedText = {
  text: sql`work_note`,
  withText: (text) => text,
  writtenByPerson: null,
  aboutPerson: ownedBy('customer_id'),
  mayMentionPerson: null,
};

/** Messages in a conversation with the office. */
export const messages: SharedText = {
  text: sql`text`,
  withText: (text) => text,
  writtenByPerson: ({ id }) => sql`person_id = ${id} and author_id = ${id}`,
  aboutPerson: ownedBy('person_id'),
  // Messages by the office and by mechanics, but not by other customers.
  mayMentionPerson: ({ id }) => sql`(author_id = ${id} or person_id in (
      select mechanic_id from appointments where customer_id = ${id}
      union select coalesce(detail ->> 'mechanicId', detail ->> 'formerMechanicId')
        from appointment_events where appointment_id in (${jobsAsCustomer(id)})
      union select customer_id from appointments where mechanic_id = ${id}
    )) and not (author_id = person_id
      and not exists (select from mechanics where mechanics.person_id = author_id))`,
};

/** The reason for a refund. */
export const refundReasons: SharedText = {
  text: sql`reason`,
  withText: (text) => text,
  writtenByPerson: null,
  aboutPerson: ownedBy('customer_id'),
  mayMentionPerson: ({ id }) => sql`payment_id in (
    select payments.id from payments where appointment_id in (${jobsAsMechanic(id)}))`,
};

/** What a customer wrote about a job, perhaps with the mechanic's name. */
export const reviewTexts: SharedText = {
  text: sql`text`,
  withText: (text) => text,
  writtenByPerson: ownedBy('customer_id'),
  aboutPerson: null,
  mayMentionPerson: ownedBy('mechanic_id'),
};

/** The office's reply to a review. It belongs to the business, so it is kept when its author's account is deleted. */
export const reviewReplies: SharedText = {
  text: sql`reply`,
  withText: (text) => text,
  writtenByPerson: null,
  aboutPerson: ownedBy('customer_id'),
  mayMentionPerson: ({ id }) => sql`(replied_by = ${id} or mechanic_id = ${id})`,
};

/** The text of an email message. An invitation contains the name of the admin who sent it. */
export const emailTexts: SharedText = {
  text: sql`text`,
  withText: (text) => text,
  writtenByPerson: null,
  aboutPerson: null,
  mayMentionPerson: ({ isAdmin }) => sql`${isAdmin}::boolean`,
};

/** The HTML version of an email message. It is removed if the message mentions the person; the plain text is kept. */
export const emailHtml: SharedText = { ...emailTexts, withText: () => sql`null` };
