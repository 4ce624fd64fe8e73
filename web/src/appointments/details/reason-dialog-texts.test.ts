import { expect, it } from 'vitest';
import { getReasonDialogTexts } from './reason-dialog-texts.ts';

it('a reason dialog states who will see the reason', () => {
  expect(getReasonDialogTexts('cancel', false, 'service_advisor').visibility).toBe(
    'The customer and the mechanic will see this.',
  );
  expect(getReasonDialogTexts('cancel', false, 'customer').visibility).toBe(
    'The office and your mechanic will see this.',
  );
  expect(getReasonDialogTexts('unassign', true, 'mechanic')).toMatchObject({
    title: 'Decline this job?',
    visibility: 'Only the office will see this.',
  });
  expect(getReasonDialogTexts('unassign', false, 'admin').title).toBe('Unassign the mechanic?');
});
