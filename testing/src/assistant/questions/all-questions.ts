import { customerQuestions } from './customer-questions.ts';
import { earlierQuestions } from './earlier-questions.ts';
import { heldOutQuestions } from './held-out-questions.ts';
import { foundWrongQuestions } from './found-wrong-questions.ts';
import type { Question } from './question.ts';
import { secondHeldOutQuestions } from './second-held-out-questions.ts';
import { staffQuestions } from './staff-questions.ts';
import { thirdHeldOutQuestions } from './third-held-out-questions.ts';

/** The sixty that are scored: half of them customers', the others staff's. */
export const sixtyQuestions: readonly Question[] = [...customerQuestions, ...staffQuestions];

/** Those that made room for others, and those that were held out until it was built. */
export const furtherQuestions: readonly Question[] = [
  ...earlierQuestions,
  ...heldOutQuestions,
  ...secondHeldOutQuestions,
  ...thirdHeldOutQuestions,
  ...foundWrongQuestions,
];
