import type { Topic } from '../topic.ts';
import { hasConcept } from '../parsed-question.ts';

/** Answers questions about how to contact the business. */
export const contact: Topic = async ({ context }, question) => {
  if (!hasConcept(question, 'phone', 'email') || question.unknownStems.length > 0) return null;
  if (hasConcept(question, 'customer', 'mechanic', 'appointment', 'next', 'last')) return null;
  const { phone, name } = context.business;
  const call = phone === null ? '' : `You can call ${name} at ${phone}. `;
  return `${call}You can also write to the office: press Messages at the top of the page to open Chat Support.`;
};
