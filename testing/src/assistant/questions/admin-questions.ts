import type { Question } from './question.ts';

/** Wes is the admin. */
export const adminQuestions: readonly Question[] = [
  { asker: 'wes', message: 'How much did we make today?' },
  { asker: 'wes', message: 'how many jobs today' },
  {
    asker: 'wes',
    message: 'and tomorrow?',
    history: [{ role: 'user', content: 'how many jobs today' }],
  },
  { asker: 'wes', message: 'how many payments failed this week' },
  { asker: 'wes', message: 'What is our total revenue?' },
  { asker: 'wes', message: 'revenu last month?' },
  { asker: 'wes', message: 'how many subscribers do we have' },
  { asker: 'wes', message: 'wich payments are still open' },
  { asker: 'wes', message: 'how do i refund somebody' },
  { asker: 'wes', message: 'hw do i change sombodys role' },
  { asker: 'wes', message: 'give me a quick overview of how we are doing' },
  { asker: 'wes', message: 'how do I bring a new mechanic on board' },
  { asker: 'wes', message: 'any failed payments last month?' },
  { asker: 'wes', message: 'how much came in this week' },
  { asker: 'wes', message: 'how many people are on Car Care' },
  { asker: 'wes', message: 'whats the secret ingredient of your oil' },
  { asker: 'wes', message: 'revenue in 2025' },
  { asker: 'wes', message: 'how many refunds' },
  { asker: 'wes', message: 'who paid in cash' },
  { asker: 'wes', message: 'how many mechanics do we have' },
  { asker: 'wes', message: 'what is hugos plan' },
];
