import type { Question } from './question.ts';

/** Diego is a mechanic with two jobs today. */
export const mechanicQuestions: readonly Question[] = [
  { asker: 'diego', message: "What's my next job?" },
  { asker: 'diego', message: 'todays jobs' },
  { asker: 'diego', message: 'wat jobs do i have thursday' },
  { asker: 'diego', message: 'whats the customers number for my next job' },
  { asker: 'diego', message: 'what car is the 3pm job' },
  { asker: 'diego', message: 'how many jobs have i finished' },
  { asker: 'diego', message: 'any notes for the 11 oclock' },
  { asker: 'diego', message: 'how do i go offline' },
  { asker: 'diego', message: 'How much money did the business make today?' },
  { asker: 'diego', message: 'what is priya working on' },
  { asker: 'diego', message: 'how do i start a job' },
  { asker: 'diego', message: 'where do i have to be at 3' },
  { asker: 'diego', message: 'how many jobs left today?' },
  { asker: 'diego', message: 'customer wants to pay cash what now' },
  {
    asker: 'diego',
    message: 'am I done for the day after three',
    knownFlaw: "reads 'the day after' as tomorrow; the question was about today's job at 3:00 PM",
  },
  { asker: 'diego', message: "what's the gate code for the 11am" },
  { asker: 'diego', message: 'i cant make the job, how do i hand it back' },
  { asker: 'diego', message: 'what did oscar pay for his plan' },
  { asker: 'diego', message: 'address for thursday?' },
  {
    asker: 'diego',
    message: 'when am i done today',
    knownFlaw: 'lists when the jobs start, but does not say that the last one ends at 5:00 PM',
  },
  { asker: 'diego', message: 'what did maya pay for the oil change' },
  { asker: 'diego', message: 'can you tell me oscars plan' },
];
