import type { Question } from './question.ts';

/** Diego is a mechanic with two jobs today. */
const mechanicQuestions: readonly Question[] = [
  {
    asker: 'diego',
    message: "What's my next job?",
    expects: ['Engine Diagnostics', '11:00 AM', '99 Hidden Lane'],
    never: ['3:00 PM'],
  },
  {
    asker: 'diego',
    message: 'todays jobs',
    expects: ['2 jobs', '11:00 AM', '3:00 PM', 'Engine Diagnostics', 'Brake Pad Replacement'],
    never: ['8:00 AM', 'Tire Rotation'],
  },
  {
    asker: 'diego',
    message: 'wat jobs do i have thursday',
    expects: ['Brake Pad Replacement on Mar 05, 2026', '1:00 PM', 'Maya Chen'],
    never: ['11:00 AM'],
  },
  {
    asker: 'diego',
    message: 'whats the customers number for my next job',
    expects: ["Oscar Brandt's number is +1 555 0142"],
  },
  {
    asker: 'diego',
    message: 'what car is the 3pm job',
    expects: ['2023 Lamborghini Urus', '3:00 PM'],
    never: ['Honda', '11:00 AM'],
  },
  { asker: 'diego', message: 'how many jobs have i finished', expects: ['3 completed'] },
  {
    asker: 'diego',
    message: 'any notes for the 11 oclock',
    expects: ['The gate code is 4711', '11:00 AM'],
  },
  { asker: 'diego', message: 'how do i go offline', expects: ['Available or Unavailable'] },
  {
    asker: 'diego',
    message: 'How much money did the business make today?',
    kind: 'refusal',
    never: ['$120.00', '$714.00'],
  },
  {
    asker: 'diego',
    message: 'what is priya working on',
    kind: ['refusal', 'unknown'],
    never: ['Tire Rotation'],
  },
];

/** Ada is a service advisor. */
const advisorQuestions: readonly Question[] = [
  {
    asker: 'ada',
    message: 'How many appointments are pending?',
    expects: ['1 pending', '1 unassigned'],
  },
  { asker: 'ada', message: 'who is available', expects: ['Diego Alvarez'], never: ['Sam Okafor'] },
  {
    asker: 'ada',
    message: "when is Maya Chen's next appointment?",
    expects: ['Maya Chen', 'Brake Pad Replacement on Mar 05, 2026', '1:00 PM'],
  },
  {
    asker: 'ada',
    message: 'wich jobs have no mechanic',
    expects: ['Battery Replacement', 'Mar 06, 2026', 'Oil Change', 'Mar 12, 2026'],
    never: ['Engine Diagnostics'],
  },
  {
    asker: 'ada',
    message: 'how many jobs does diego have today',
    expects: [['2 jobs', '2 appointments']],
  },
  {
    asker: 'ada',
    message: 'which plan does maya chen have?',
    expects: ['Maya Chen', 'Car Care'],
    never: ['Fleet Care', 'Founders Club'],
  },
  {
    asker: 'ada',
    message: 'did oscar brandt get a refund',
    expects: ['$49.00', 'Brake Pad Replacement', 'Oscar Brandt'],
    never: ['$30.00'],
  },
  {
    asker: 'ada',
    message: 'has maya paid for the tire rotation',
    expects: ['$49.50', ['not paid', 'pending', 'open'], 'Tire Rotation'],
  },
  {
    asker: 'ada',
    message: 'How do I assign a mechanic?',
    expects: ['Press Assign Mechanic', 'Confirm Assignment'],
  },
  {
    asker: 'ada',
    message: 'whats todays revenue',
    kind: 'refusal',
    never: ['$120.00', '$714.00'],
  },
];

/** Wes is the admin. */
const adminQuestions: readonly Question[] = [
  {
    asker: 'wes',
    message: 'How much did we take today?',
    expects: ['$120.00'],
    never: ['$714.00'],
  },
  { asker: 'wes', message: 'how many jobs today', expects: ['3 appointments'] },
  {
    asker: 'wes',
    message: 'and tomorrow?',
    history: [{ role: 'user', content: 'how many jobs today' }],
    expects: ['Mar 04, 2026', ['0 appointments', 'no appointments']],
  },
  {
    asker: 'wes',
    message: 'how many payments failed this week',
    expects: [['1 failed', '1 payment', 'one payment'], '$88.00'],
    mentions: ['Mar 01, 2026', 'Mar 07, 2026'],
    never: ['3 failed', '$60.00'],
  },
  { asker: 'wes', message: 'What is our total revenue?', expects: ['$714.00'] },
  {
    asker: 'wes',
    message: 'revenu last month?',
    expects: ['$109.00'],
    mentions: ['Feb 01, 2026', 'Feb 28, 2026'],
    never: ['$714.00', '$120.00'],
  },
  {
    asker: 'wes',
    message: 'how many subscribers do we have',
    expects: [['4 customers', '4 subscribers', '4 members', '4 subscriptions']],
  },
  {
    asker: 'wes',
    message: 'wich payments are still open',
    expects: ['$49.50', 'Maya Chen'],
    never: ['$88.00'],
  },
  { asker: 'wes', message: 'how do i refund somebody', expects: ['Refund gives it back'] },
  { asker: 'wes', message: 'hw do i change sombodys role', expects: ['choose Change Role'] },
];

export const staffQuestions: readonly Question[] = [
  ...mechanicQuestions,
  ...advisorQuestions,
  ...adminQuestions,
];
