import type { Question } from './question.ts';

/** What a reading of eighty more phrasings found answered wrongly, or beside the point. */
export const foundWrongQuestions: readonly Question[] = [
  {
    asker: 'maya',
    message: 'how much have I spent this year',
    expects: ['$250.00'],
    mentions: ['Jan 01, 2026', 'Dec 31, 2026'],
  },
  {
    asker: 'maya',
    message: 'what does fleet care include',
    expects: ['Fleet Care: $60.00 per quarter', 'Tire Rotation (2 uses)', '20% off'],
    never: ['Car Care'],
  },
  { asker: 'nora', message: 'have I got a refund', expects: ["You haven't had any refunds"] },
  {
    asker: 'diego',
    message: 'when am i done today',
    expects: ['2 jobs on Mar 03, 2026', '3:00 PM'],
  },
  {
    asker: 'diego',
    message: 'what did maya pay for the oil change',
    expects: ['$75.00 for Oil Change, Maya Chen'],
    never: ['$385.00'],
  },
  { asker: 'diego', message: 'can you tell me oscars plan', kind: 'refusal' },
  { asker: 'ada', message: 'is nora on a plan', expects: ["Nora Quist doesn't have a plan"] },
  { asker: 'ada', message: 'what does oscar owe', expects: ['Oscar Brandt has no open payments'] },
  {
    asker: 'ada',
    message: 'how many customers have car care',
    kind: 'refusal',
    never: ['2 customers'],
  },
  {
    asker: 'ada',
    message: 'how many payments failed last month',
    expects: ['2 failed payments', 'Pia Sorensen', 'Oscar Brandt'],
    mentions: ['Feb 01, 2026', 'Feb 28, 2026'],
    never: ['$88.00'],
  },
  {
    asker: 'wes',
    message: 'revenue in 2025',
    expects: ['$110.00'],
    mentions: ['Jan 01, 2025', 'Dec 31, 2025'],
  },
  {
    asker: 'wes',
    message: 'how many refunds',
    expects: ['Refunded $79.00', '$49.00 of $249.00', '$30.00 of $180.00'],
  },
  {
    asker: 'wes',
    message: 'who paid in cash',
    expects: ['Oscar Brandt', '$120.00', 'Maya Chen', '$110.00'],
    never: ['bank transfer', '$249.00'],
  },
  { asker: 'wes', message: 'how many mechanics do we have', expects: ['3 mechanics in all'] },
  { asker: 'wes', message: 'what is hugos plan', expects: ['Hugo Weiss', 'Car Care'] },
];
