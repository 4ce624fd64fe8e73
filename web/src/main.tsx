import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from './api/query-client.ts';
import { LandingPage } from './landing/landing-page.tsx';
import { storedDemoUser } from './session/demo-user.ts';
import { forgetSignedOutDemoUser } from './session/signed-out.ts';

forgetSignedOutDemoUser(window.location, window.history, localStorage, sessionStorage);

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no #app.');
const queryClient = makeQueryClient();

// The landing page works without the router, a quarter of its size; a demo user is signed in again.
if (document.getElementById('landing') && !storedDemoUser(localStorage)) showLanding(container);
else {
  void import('./router.tsx').then(({ showApplication }) =>
    showApplication(container, queryClient),
  );
}

/** Replaces the prerendered markup, which stays until then. A tap in between is not lost. */
function showLanding(element: Element): void {
  startTransition(() =>
    createRoot(element).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <LandingPage />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}
