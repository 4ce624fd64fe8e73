import type { Topic } from '../asking.ts';
import { means } from '../understanding.ts';

/** Answers how to contact the business. */
export const contact: Topic = async ({ context }, understood) => {
  if (!means(understood, 'phone', 'email') || understood.strange.length > 0) return null;
  if (means(understood, 'customer', 'mechanic', 'appointment', 'next', 'last')) return null;
  const { phone, name } = context.business;
  const call = phone === null ? '' : `You can call ${name} at ${phone}. `;
  return `${call}You can also write to the office: Messages, at the top of the page, opens Chat Support.`;
};
