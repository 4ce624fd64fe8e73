import type { Question } from './question.ts';

/**
 * Written together with the questions about plans, refunds and periods, and asked only once those
 * were answered.
 */
export const thirdHeldOutQuestions: readonly Question[] = [
  {
    asker: 'maya',
    message: 'what did I pay you guys in 2025',
    expects: ['$110.00'],
    mentions: ['Jan 01, 2025', 'Dec 31, 2025'],
    never: ['$360.00'],
  },
  {
    asker: 'maya',
    message: 'total of all my payments pls',
    expects: ['$360.00'],
    never: ['$100.00 in all'],
  },
  {
    asker: 'maya',
    message: 'how was the battery paid, card or cash?',
    expects: ['bank transfer', 'Battery Replacement'],
  },
  {
    asker: 'maya',
    message: 'do I have any free oil changes left',
    expects: ['Oil Change', ['1 left', '1 of 1 left', 'one left']],
  },
  { asker: 'maya', message: 'when will i be chargd for care again', expects: ['Mar 15, 2026'] },
  {
    asker: 'maya',
    message: 'What plans do you offer?',
    expects: ['Car Care', '$25.00', 'Fleet Care', '$60.00'],
    never: ['Founders Club'],
  },
  {
    asker: 'pia',
    message: 'why is my discount not working',
    expects: ['Fleet Care', 'failed'],
  },
  {
    asker: 'pia',
    message: 'my wiper smears, did somebody write about blades',
    kind: ['unknown', 'refusal'],
    never: ['pair of blades'],
  },
  {
    asker: 'nora',
    message: 'did you charge me anything this year',
    mentions: ['Jan 01, 2026', 'Dec 31, 2026'],
    expects: [['nothing', '$0.00', "haven't paid", "don't have any payments"]],
  },
  {
    asker: 'nora',
    message: 'come to zip 94122? which days',
    expects: ['Sunset', 'Tuesday and Thursday'],
  },
  {
    asker: 'diego',
    message: 'what did oscar pay for his plan',
    kind: ['unknown', 'refusal'],
    never: ['$9.00', 'Founders Club'],
  },
  {
    asker: 'diego',
    message: 'address for thursday?',
    expects: ['12 Elm Street', 'Mar 05, 2026'],
  },
  { asker: 'ada', message: 'is pia sorensen on a plan', expects: ['Pia Sorensen', 'Fleet Care'] },
  {
    asker: 'ada',
    message: 'what did Hugo Weiss pay last',
    expects: ['$25.00', 'Hugo Weiss'],
  },
  {
    asker: 'wes',
    message: 'any failed payments last month?',
    expects: ['$60.00'],
    mentions: ['Feb 01, 2026', 'Feb 28, 2026'],
    never: ['$88.00'],
  },
  {
    asker: 'wes',
    message: 'how much came in this week',
    expects: ['$145.00'],
    mentions: ['Mar 01, 2026', 'Mar 07, 2026'],
    never: ['$714.00'],
  },
  {
    asker: 'wes',
    message: 'how many people are on Car Care',
    expects: [['2 customers', '2 members', '2 subscribers']],
  },
  { asker: 'wes', message: 'whats the secret ingredient of your oil', kind: 'unknown' },
];
