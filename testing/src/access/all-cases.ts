import { accountCases } from './account-cases.ts';
import { appointmentCases } from './appointment-cases.ts';
import { calendarFeedCases } from './calendar-feed-cases.ts';
import { conversationCases } from './conversation-cases.ts';
import { customerCases } from './customer-cases.ts';
import { linkCases } from './link-cases.ts';
import { notificationCases } from './notification-cases.ts';
import { chatCases } from './chat-cases.ts';
import { officeCases } from './office-cases.ts';
import { paymentCases } from './payment-cases.ts';
import { peopleCases } from './people-cases.ts';
import { planCases } from './plan-cases.ts';
import { pushCases } from './push-cases.ts';
import { recordCases } from './record-cases.ts';
import { textingCases } from './texting-cases.ts';
import { visitorBookingCases } from './visitor-booking-cases.ts';
import { workingTimeCases } from './working-time-cases.ts';
import { reviewCases } from './review-cases.ts';
import type { AccessCase } from './run-case.ts';

/** At least one case for every endpoint; an endpoint whose access depends on the object has several. */
export const allCases: readonly AccessCase[] = [
  ...recordCases,
  ...planCases,
  ...paymentCases,
  ...appointmentCases,
  ...linkCases,
  ...visitorBookingCases,
  ...peopleCases,
  ...accountCases,
  ...officeCases,
  ...conversationCases,
  ...customerCases,
  ...notificationCases,
  ...textingCases,
  ...pushCases,
  ...calendarFeedCases,
  ...chatCases,
  ...workingTimeCases,
  ...reviewCases,
];
