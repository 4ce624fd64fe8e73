import type { Question } from './question.ts';

/** Ada is a service advisor. */
export const advisorQuestions: readonly Question[] = [
  { asker: 'ada', message: 'How many appointments are pending?' },
  { asker: 'ada', message: 'who is available' },
  { asker: 'ada', message: "when is Maya Chen's next appointment?" },
  { asker: 'ada', message: 'wich jobs have no mechanic' },
  { asker: 'ada', message: 'how many jobs does diego have today' },
  { asker: 'ada', message: 'which plan does maya chen have?' },
  { asker: 'ada', message: 'did oscar brandt get a refund' },
  { asker: 'ada', message: 'has maya paid for the tire rotation' },
  { asker: 'ada', message: 'How do I assign a mechanic?' },
  { asker: 'ada', message: 'whats todays revenue' },
  { asker: 'ada', message: 'anything still without a mechanic?' },
  { asker: 'ada', message: "what's priya up to" },
  { asker: 'ada', message: 'how busy are we on friday' },
  { asker: 'ada', message: 'phone of oscar brandt' },
  { asker: 'ada', message: 'is pia sorensen on a plan' },
  { asker: 'ada', message: 'what did Hugo Weiss pay last' },
  { asker: 'ada', message: 'is nora on a plan' },
  { asker: 'ada', message: 'what does oscar owe' },
  { asker: 'ada', message: 'how many customers have car care' },
  { asker: 'ada', message: 'how many payments failed last month' },
];
