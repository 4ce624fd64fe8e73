import { initialData } from './api/initial-data.ts';
import { makeQueryClient } from './api/query-client.ts';
import { getStoredDemoUser } from './session/demo-user.ts';
import { cleanUpAfterLogOut } from './session/log-out-cleanup.ts';

cleanUpAfterLogOut(window.location, window.history, localStorage, sessionStorage);

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no #app.');
const queryClient = makeQueryClient();

// The landing page doesn't need the router, so visitors download only a quarter of the code. If a demo user is stored,
// the application is shown instead, and that user is signed in again.
if (initialData?.site && !getStoredDemoUser(localStorage)) {
  void import('./landing/landing-page.tsx').then(({ showLanding }) =>
    showLanding(container, queryClient),
  );
} else {
  void import('./show-application.tsx').then(({ showApplication }) =>
    showApplication(container, queryClient),
  );
}
