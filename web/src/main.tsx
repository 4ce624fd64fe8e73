import './lib/zod-without-eval.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { firstData } from './api/first-data.ts';
import { makeQueryClient } from './api/query-client.ts';
import { readPoint } from './api/read-point.ts';
import { forgetSignedOutDemoUser } from './features/session/signed-out.ts';
import { Start, startIsReady } from './start.tsx';

forgetSignedOutDemoUser(window.location, window.history, localStorage, sessionStorage);

// All that is read from now on is at least as new.
if (firstData) readPoint.noteRequest()(String(firstData.lastEvent));

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no #app.');

const root = createRoot(container);
const client = makeQueryClient();
// Not awaited here: the page's own files import from this one, and would wait for it to end.
void startIsReady().then(() => {
  // In slices, so that a tap in between is heard.
  startTransition(() => {
    root.render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <Start />
        </QueryClientProvider>
      </StrictMode>,
    );
  });
});
