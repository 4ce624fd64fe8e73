import { addDays } from '@curbwrench/contract/fields/calendar';
import type { AppointmentFacts, MessageFacts } from './message-values.ts';

/** The code that a preview shows. */
export const sampleCode = '123456';

/** Returns made-up data for a preview, used if there is no appointment that the message could be about. */
export function makeSampleFacts(today: string): MessageFacts {
  const appointment: AppointmentFacts = {
    id: 1,
    date: addDays(today, 1),
    startTime: '10:00',
    endTime: '11:30',
    cancellationCutoffHours: 0,
    customerName: 'Alex Morgan',
    mechanicFirstName: 'Sam',
    address: '500 Main Street',
    vehicle: '2019 Honda Civic',
    services: ['Oil Change'],
    amount: '89.50',
    isPaid: true,
    expectedArrival: '10:05',
    cancellationReason: 'The car was sold.',
    lastUnassignment: { kind: 'declined', reason: null },
    alert: null,
  };
  return {
    firstName: 'Alex',
    appointment,
    jobs: [appointment, { ...appointment, startTime: '13:00', endTime: '14:00' }],
    conversationName: 'Alex Morgan',
    message: { text: 'Please leave the gate open. See you tomorrow!', sender: 'Jo' },
    alerts: [
      {
        ...appointment,
        reason: 'mechanic_not_working',
        status: 'confirmed',
        isSick: true,
      },
      {
        ...appointment,
        id: 2,
        startTime: '13:00',
        reason: 'mechanic_not_working',
        status: 'confirmed',
        isSick: true,
      },
    ],
  };
}
