import { makeQueryClient } from './api/query-client.ts';
import { getStoredDemoUser } from './session/demo-user.ts';
import { cleanUpAfterLogOut } from './session/log-out-cleanup.ts';

cleanUpAfterLogOut(window.location, window.history, localStorage, sessionStorage);

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no #app.');
const queryClient = makeQueryClient();

// The landing page needs no router, which saves a visitor three quarters of the code. A stored demo user is
// signed in again instead.
if (document.getElementById('landing') && !getStoredDemoUser(localStorage)) {
  void import('./landing/landing-page.tsx').then(({ showLanding }) =>
    showLanding(container, queryClient),
  );
} else {
  void import('./show-application.tsx').then(({ showApplication }) =>
    showApplication(container, queryClient),
  );
}
