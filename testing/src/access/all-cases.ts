import { accountCases } from './account-cases.ts';
import { appointmentCases } from './appointment-cases.ts';
import { conversationCases } from './conversation-cases.ts';
import { notificationCases } from './notification-cases.ts';
import { chatCases } from './chat-cases.ts';
import { officeCases } from './office-cases.ts';
import { paymentCases } from './payment-cases.ts';
import { peopleCases } from './people-cases.ts';
import { planCases } from './plan-cases.ts';
import { recordCases } from './record-cases.ts';
import { workingTimeCases } from './working-time-cases.ts';
import type { AccessCase } from './run-case.ts';

/** A case for every call, and several for a call that depends on the object. */
export const allCases: readonly AccessCase[] = [
  ...recordCases,
  ...planCases,
  ...paymentCases,
  ...appointmentCases,
  ...peopleCases,
  ...accountCases,
  ...officeCases,
  ...conversationCases,
  ...notificationCases,
  ...chatCases,
  ...workingTimeCases,
];
