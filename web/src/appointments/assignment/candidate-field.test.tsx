import type { Candidate } from '@curbwrench/contract/appointments/schemas';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CandidateField } from './candidate-field.tsx';

function renderField(candidates: readonly Candidate[]): string {
  return renderToStaticMarkup(
    <CandidateField
      candidates={candidates}
      showsEveryone={false}
      isLaterDay={false}
      onShowsEveryoneChange={() => {}}
      selected={undefined}
      onSelect={() => {}}
      error={undefined}
    />,
  );
}

const elena: Candidate = {
  mechanic: {
    id: 'm1',
    firstName: 'Elena',
    lastName: 'Ruiz',
    profileImageUrl: null,
    email: 'e@x.co',
  },
  status: 'available',
  free: true,
  reasons: ['Free 10:00 AM to 11:30 AM'],
  warnings: [],
};

test('the select offers the mechanics who are available', () => {
  expect(renderField([elena])).toMatch(/<option[^>]*>Select a mechanic<\/option>/);
  expect(renderField([elena])).toContain('Elena Ruiz');
  expect(renderField([elena])).not.toContain('No available mechanics');
});

test('if no mechanic is available, a disabled option says so @dispatch.candidates', () => {
  const noMechanics = /<option[^>]*disabled=""[^>]*>No available mechanics<\/option>/;
  expect(renderField([])).toMatch(noMechanics);
  expect(renderField([{ ...elena, status: 'offline' }])).toMatch(noMechanics);
});
