import type { Candidate } from '@curbwrench/contract/appointments/schemas';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CandidateField } from './candidate-field.tsx';

function choice(candidates: readonly Candidate[]): string {
  return renderToStaticMarkup(
    <CandidateField
      candidates={candidates}
      everyone={false}
      isLater={false}
      onEveryoneChange={() => {}}
      chosen={undefined}
      onChoose={() => {}}
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
};

test('a mechanic is chosen among those who are available', () => {
  expect(choice([elena])).toMatch(/<option[^>]*>Select a mechanic<\/option>/);
  expect(choice([elena])).toContain('Elena Ruiz');
  expect(choice([elena])).not.toContain('No available mechanics');
});

test('if no mechanic is available, a disabled option says so @dispatch.candidates', () => {
  const none = /<option[^>]*disabled=""[^>]*>No available mechanics<\/option>/;
  expect(choice([])).toMatch(none);
  expect(choice([{ ...elena, status: 'offline' }])).toMatch(none);
});
