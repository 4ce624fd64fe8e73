import './lib/zod-without-eval.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from './api/query-client.ts';
import { storedDemoUser } from './features/session/demo-user.ts';
import { forgetSignedOutDemoUser } from './features/session/signed-out.ts';
import { LandingPage } from './pages/dashboards/landing-page.tsx';

forgetSignedOutDemoUser(window.location, window.history, localStorage, sessionStorage);

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no #app.');
const root = createRoot(container);
const queryClient = makeQueryClient();

// The landing page does without the router, a quarter of its weight; a demo user is led back in.
if (document.getElementById('landing') && !storedDemoUser(localStorage)) show(<LandingPage />);
else void import('./router.tsx').then(({ loadPage }) => loadPage(queryClient)).then(show);

/** In place of what the document shows, which stays until then. A tap in between is heard. */
function show(page: ReactNode): void {
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>{page}</QueryClientProvider>
      </StrictMode>,
    ),
  );
}
