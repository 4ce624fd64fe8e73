import { adminQuestions } from './admin-questions.ts';
import { advisorQuestions } from './advisor-questions.ts';
import { customerQuestions } from './customer-questions.ts';
import { mechanicQuestions } from './mechanic-questions.ts';
import type { Question } from './question.ts';

/** Every question, by the role that asks it; visitors cannot use the chat. */
export const questionsByRole = {
  customer: customerQuestions,
  mechanic: mechanicQuestions,
  service_advisor: advisorQuestions,
  admin: adminQuestions,
} satisfies Record<string, readonly Question[]>;
