import './lib/zod-without-eval.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { firstData } from './api/first-data.ts';
import { makeQueryClient } from './api/query-client.ts';
import { readPoint } from './api/read-point.ts';
import { forgetSignedOutDemoUser } from './features/session/signed-out.ts';
import { Start } from './start.tsx';

forgetSignedOutDemoUser(window.location, window.history, localStorage, sessionStorage);

// All that is read from now on is at least as new.
if (firstData) readPoint.noteRequest()(String(firstData.lastEvent));

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no #app.');

createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={makeQueryClient()}>
      <Start />
    </QueryClientProvider>
  </StrictMode>,
);
