import { expect, test } from 'vitest';
import { listRefusals } from './queued-step-notices.tsx';

test('each reason why steps were refused is shown once @mechanics.late-step-refused', () => {
  const steps = ['It was canceled.', 'It was canceled.', null, 'It was rescheduled.'];
  expect(listRefusals(steps.map((refusal) => ({ refusal })))).toEqual([
    'It was canceled.',
    'It was rescheduled.',
  ]);
});
