import type { QueryClient } from '@tanstack/react-query';
import { hydrate as hydrateRouter } from '@tanstack/react-router/ssr/client';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { eventCursor } from './api/event-cursor.ts';
import { initialData } from './api/initial-data.ts';
import { Application } from './application.tsx';
import { preloadFrame } from './guarded-page.tsx';
import { preloadHomePage } from './pages/dashboard-page.tsx';
import { paths } from './paths.ts';
import { makeRouter } from './router.ts';
import { getInitialSession } from './session/load-session.ts';

/** Shows the application: hydrates the page if the server rendered it, otherwise renders it. */
export async function showApplication(element: Element, queryClient: QueryClient): Promise<void> {
  // Everything read after this is at least as recent as the initial data.
  if (initialData) eventCursor.trackRequest()(String(initialData.lastEvent));
  const router = makeRouter(queryClient);
  // If a demo user has to be signed in again first, the server rendered the page for a visitor, so it is not used.
  const isSessionKnown = getInitialSession(initialData, localStorage) !== undefined;
  const renderedData = window.$_TSR && isSessionKnown ? initialData : undefined;
  const application = (
    <Application
      router={router}
      queryClient={queryClient}
      renderedAt={renderedData?.business.now ?? null}
    />
  );
  if (!renderedData) {
    await router.load();
    startTransition(() => createRoot(element).render(application));
    return;
  }
  await hydrateRouter(router);
  // Tells TanStack Router's script in the page that the router is hydrated.
  window.$_TSR?.h();
  const { href, pathname } = router.state.location;
  await Promise.all([
    preloadFrame(renderedData.session),
    pathname === paths.dashboard && preloadHomePage(renderedData.session),
  ]);
  startTransition(
    () =>
      void hydrateRoot(element, application, {
        onRecoverableError(error) {
          // Leaving the page before it is fully hydrated makes React render the next one from scratch.
          if (router.state.location.href === href) reportError(error);
        },
      }),
  );
}
