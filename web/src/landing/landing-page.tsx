import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { startTransition, StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusinessQuery } from '../business/queries.ts';
import { useOpenDemo } from '../session/queries.ts';
import { useSite } from '../site/queries.ts';
import { LandingView } from './landing-view.tsx';

/** Renders the landing page for visitors. It works without the router. */
export function LandingPage() {
  const business = useBusinessQuery();
  const site = useSite();
  const openDemo = useOpenDemo();
  const name = business.data?.name;
  useEffect(() => {
    if (name) document.title = `${name} · Mobile mechanic`;
  }, [name]);
  return (
    <LandingView
      business={business.data}
      site={site.data}
      // Still set after success, because the page is about to be reloaded.
      openingAccount={openDemo.isPending || openDemo.isSuccess ? openDemo.variables : undefined}
      problem={openDemo.error ? getErrorMessage(openDemo.error) : undefined}
      onOpenDemo={openDemo.mutate}
    />
  );
}

/** Wraps the landing page, in the browser and on the server. */
export function LandingApplication({ queryClient }: { queryClient: QueryClient }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LandingPage />
      </QueryClientProvider>
    </StrictMode>
  );
}

/** Hydrates the landing page if the server rendered it; otherwise renders it into `container`. */
export function showLanding(container: Element, queryClient: QueryClient): void {
  const rendered = document.getElementById('landing');
  const landing = <LandingApplication queryClient={queryClient} />;
  startTransition(() => {
    if (rendered) hydrateRoot(rendered, landing);
    else createRoot(container).render(landing);
  });
}
