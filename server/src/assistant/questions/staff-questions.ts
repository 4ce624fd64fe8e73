import { saysRefused, type Question } from './question.ts';

/** Diego is a mechanic with two jobs today, Ada a service advisor, Wes the admin. */
export const staffQuestions: readonly Question[] = [
  {
    asker: 'diego',
    message: "What's my next job?",
    expects: ['Engine Diagnostics', '11:00 AM', '99 Hidden Lane'],
  },
  {
    asker: 'diego',
    message: 'todays jobs',
    expects: ['11:00 AM', '3:00 PM', 'Engine Diagnostics', 'Brake Pad Replacement'],
    never: ['8:00 AM', 'Tire Rotation'],
  },
  {
    asker: 'diego',
    message: 'what jobs do i have thursday',
    expects: ['Brake Pad Replacement', '1:00 PM', 'Maya Chen'],
    never: ['11:00 AM'],
  },
  {
    asker: 'diego',
    message: 'whats the customers number for my next job',
    expects: ['+1 555 0142', 'Oscar Brandt'],
  },
  { asker: 'diego', message: 'how do i start a job', expects: ['Start Service'] },
  { asker: 'diego', message: 'how do i go offline', expects: ['Unavailable'] },
  {
    asker: 'diego',
    message: 'How much money did the business make today?',
    kind: 'refused',
    expects: [saysRefused],
    never: ['$120.00'],
  },
  {
    asker: 'diego',
    message: 'what is priya working on',
    kind: 'refused',
    expects: [saysRefused],
    never: ['Tire Rotation'],
  },
  {
    asker: 'ada',
    message: 'How many appointments are pending?',
    expects: ['1 pending', '1 unassigned'],
  },
  {
    asker: 'ada',
    message: 'who is available',
    expects: ['Diego Alvarez'],
    never: ['Okafor'],
  },
  {
    asker: 'ada',
    message: "when is Maya Chen's next appointment?",
    expects: ['Maya Chen', 'Mar 05, 2026', '1:00 PM'],
  },
  { asker: 'ada', message: 'How do I assign a mechanic?', expects: ['Assign Mechanic'] },
  {
    asker: 'ada',
    message: 'whats todays revenue',
    kind: 'refused',
    expects: [saysRefused],
    never: ['$120.00'],
  },
  { asker: 'wes', message: 'How much did we take today?', expects: ['$120.00'] },
  { asker: 'wes', message: 'how many jobs today', expects: ['3'] },
  { asker: 'wes', message: 'hw do i change sombodys role', expects: ['Change Role'] },
];
