import type { Candidate } from '@curbwrench/contract/appointments/schemas';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CandidateField } from './candidate-field.tsx';

function renderField(candidates: readonly Candidate[], selected?: Candidate): string {
  return renderToStaticMarkup(
    <CandidateField
      candidates={candidates}
      showAll={false}
      isLaterDay={false}
      onShowAllChange={() => {}}
      selected={selected}
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

test('available mechanics are offered', () => {
  expect(renderField([elena])).toContain('Elena Ruiz');
  expect(renderField([elena])).not.toContain('No available mechanics');
});

test('a hint asks the viewer to select a mechanic until one is selected', () => {
  expect(renderField([elena])).toContain('Select a mechanic');
  expect(renderField([elena], elena)).not.toContain('Select a mechanic');
});

test('a disabled option states that no mechanic is available @dispatch.candidates', () => {
  const noMechanics = /<input[^>]*disabled=""[^>]*>No available mechanics/;
  expect(renderField([])).toMatch(noMechanics);
  expect(renderField([{ ...elena, status: 'offline' }])).toMatch(noMechanics);
});
