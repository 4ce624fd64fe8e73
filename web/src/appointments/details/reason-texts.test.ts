import { expect, it } from 'vitest';
import { reasonTexts } from './reason-texts.ts';

it('says who will read the reason, as the server shows it', () => {
  expect(reasonTexts('cancel', false, 'service_advisor').readers).toBe(
    'The customer and the mechanic can read it.',
  );
  expect(reasonTexts('cancel', false, 'customer').readers).toBe('We and the mechanic can read it.');
  expect(reasonTexts('unassign', true, 'mechanic')).toMatchObject({
    title: 'Decline this job?',
    readers: 'Only the office can read it.',
  });
  expect(reasonTexts('unassign', false, 'admin').title).toBe('Unassign the mechanic?');
});
