import { expect, it } from 'vitest';
import { reasonTexts } from './reason-texts.ts';

it('a reason dialog says who will read the reason, as the server shows it', () => {
  expect(reasonTexts('cancel', false, 'service_advisor').viewers).toBe(
    'The customer and the mechanic will see this.',
  );
  expect(reasonTexts('cancel', false, 'customer').viewers).toBe(
    'The office and your mechanic will see this.',
  );
  expect(reasonTexts('unassign', true, 'mechanic')).toMatchObject({
    title: 'Decline this job?',
    viewers: 'Only the office will see this.',
  });
  expect(reasonTexts('unassign', false, 'admin').title).toBe('Unassign the mechanic?');
});
