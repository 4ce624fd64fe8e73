import { expect, it } from 'vitest';
import { getReasonDialogText } from './reason-dialog-text.ts';

it('a reason dialog states who will see the reason', () => {
  expect(getReasonDialogText('cancel', false, 'service_advisor').visibility).toBe(
    'The customer and the mechanic will see this.',
  );
  expect(getReasonDialogText('cancel', false, 'customer').visibility).toBe(
    'The office and your mechanic will see this.',
  );
  expect(getReasonDialogText('unassign', true, 'mechanic')).toMatchObject({
    title: 'Decline this job?',
    visibility: 'Only the office will see this.',
  });
  expect(getReasonDialogText('unassign', false, 'admin').title).toBe('Unassign the mechanic?');
});
