import type { Question } from './question.ts';

const next = ['Brake Pad Replacement on Mar 05, 2026', '1:00 PM'];

/**
 * Maya has a past, two appointments ahead, a plan and a bill that is open; Pia's plan is paused;
 * Nora is new.
 */
export const customerQuestions: readonly Question[] = [
  { asker: 'maya', message: 'whens my next apointment', expects: next, never: ['Mar 12, 2026'] },
  { asker: 'maya', message: 'What time is the mechanic coming on Thursday?', expects: next },
  { asker: 'maya', message: 'Who is my mechanic?', expects: ['Diego Alvarez'] },
  {
    asker: 'maya',
    message: 'Do I have anything booked next week?',
    expects: ['Oil Change on Mar 12, 2026', '9:00 AM'],
    mentions: ['Mar 08, 2026', 'Mar 14, 2026'],
    never: ['Mar 05, 2026'],
  },
  {
    asker: 'maya',
    message: 'when did you last change the oil in my civic',
    expects: ['Oil Change on Feb 10, 2026'],
    never: ['Mar 12, 2026', 'Tacoma'],
  },
  {
    asker: 'maya',
    message: 'How much is the brake job on Thursday?',
    expects: ['$249.00'],
    never: ['$224.10'],
  },
  {
    asker: 'maya',
    message: 'how much wuld new brake pads cost me',
    expects: ['$224.10', 'Car Care'],
  },
  {
    asker: 'maya',
    message: 'how much is an oil change',
    expects: [['$0.00', 'included'], 'Car Care'],
  },
  {
    asker: 'pia',
    message: 'what wil I pay for a tire rotation',
    expects: ['$49.50'],
    never: ['$39.60', '$0.00'],
  },
  {
    asker: 'nora',
    message: 'prices pls',
    expects: ['$79.00', '$249.00', '$189.00', '$120.00', '$49.50'],
  },
  { asker: 'nora', message: 'how long dose a battery replacment take', expects: ['30 minutes'] },
  {
    asker: 'maya',
    message: 'What times are free on Thursday for brake pads?',
    expects: ['Mar 05, 2026', '11:00 AM', '3:00 PM'],
    never: ['12:00 PM', '1:00 PM', '2:00 PM'],
    slots: { date: '2026-03-05', service: 'Brake Pad Replacement' },
  },
  {
    asker: 'maya',
    message: 'what about friday?',
    history: [
      { role: 'user', content: 'are you free thursday for brake pads' },
      { role: 'assistant', content: 'On Mar 05, 2026 these times are free.' },
    ],
    expects: ['Mar 06, 2026', '1:00 PM'],
    slots: { date: '2026-03-06', service: 'Brake Pad Replacement' },
  },
  {
    asker: 'nora',
    message: 'any slots on saturday for a tire rotation',
    expects: ['Mar 07, 2026', 'Weekends are not available'],
  },
  {
    asker: 'maya',
    message: 'whats the plate of my truck',
    expects: ['Toyota Tacoma', '7XYZ987'],
    never: ['8ABC123'],
  },
  { asker: 'maya', message: 'Do I owe you anything?', expects: ['$49.50 for Tire Rotation'] },
  {
    asker: 'maya',
    message: 'how much did i pay for the last oil change',
    expects: ['$75.00 for Oil Change'],
    never: ['$79.00'],
  },
  {
    asker: 'maya',
    message: 'How much did I spend last month?',
    expects: ['$100.00'],
    mentions: ['Feb 01, 2026', 'Feb 28, 2026'],
    never: ['$360.00', '$75.00 in all'],
  },
  {
    asker: 'maya',
    message: 'what have i payed for oil changes alltogether',
    expects: ['$75.00'],
    never: ['$360.00', '$100.00'],
  },
  {
    asker: 'maya',
    message: 'did i get any money back?',
    expects: ['$30.00', 'Battery Replacement'],
  },
  { asker: 'maya', message: 'When does my plan renew?', expects: ['Car Care', 'Mar 15, 2026'] },
  {
    asker: 'maya',
    message: "whats in my plan and what's the discount",
    expects: ['Car Care', 'Oil Change', ['10% off', '10 % off']],
  },
  { asker: 'pia', message: 'is my plan active', expects: ['Fleet Care', ['failed', 'paused']] },
  {
    asker: 'maya',
    message: 'do you come to 94110',
    expects: ['Mission', 'Monday, Wednesday and Friday', '$15.00'],
  },
  {
    asker: 'maya',
    message: 'and the price?',
    history: [
      { role: 'user', content: 'When is my next appointment?' },
      {
        role: 'assistant',
        content: 'Your next appointment is on Apr 01, 2026 at 9:00 AM and costs $1.00.',
      },
    ],
    expects: ['$249.00'],
    never: ['$1.00', 'Apr 01, 2026'],
  },
  {
    asker: 'maya',
    message: 'Can I still cancel my brake appointment?',
    expects: ['until Mar 04, 2026 at 1:00 PM', 'Cancel Appointment'],
  },
  { asker: 'maya', message: 'how can i get a reciept', expects: ['press Receipt', 'Payments'] },
  {
    asker: 'maya',
    message: 'Show me appointment #0007',
    kind: 'refusal',
    expects: ['#0007'],
    never: ['Engine Diagnostics', 'Hidden', '11:00 AM'],
  },
  {
    asker: 'maya',
    message: 'What plan is Oscar Brandt on?',
    kind: ['refusal', 'unknown'],
    never: ['Founders Club', 'Car Care'],
  },
  { asker: 'maya', message: "What's the price of bitcoin?", kind: 'unknown' },
];
