import type { SessionUser } from '@curbwrench/contract/people/schemas';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { sessionKey } from '../api/query-client.ts';

// Replaces the browser's storage, which the module reads on import.
vi.stubGlobal('localStorage', { getItem: () => null });
const { SignedInUser, useSignedInUser } = await import('./queries.ts');

function Greeting() {
  return <p>Welcome back, {useSignedInUser().firstName}!</p>;
}

test('the page still shows the signed-in user while they log out', () => {
  const client = new QueryClient();
  client.setQueryData(sessionKey, null);
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <SignedInUser value={{ firstName: 'Casey' } as SessionUser}>
        <Greeting />
      </SignedInUser>
    </QueryClientProvider>,
  );
  expect(markup).toContain('Casey');
});

test('a component that needs a signed-in person throws without one', () => {
  expect(() => renderToStaticMarkup(<Greeting />)).toThrow(
    'This component needs a signed-in person.',
  );
});
