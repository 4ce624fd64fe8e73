import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { startTransition, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusinessQuery } from '../business/queries.ts';
import { useOpenDemo } from '../session/queries.ts';
import { LandingView } from './landing-view.tsx';

/** Renders the landing page for visitors. It works without the router. */
export function LandingPage() {
  const business = useBusinessQuery();
  const openDemo = useOpenDemo();
  const name = business.data?.name;
  useEffect(() => {
    if (name) document.title = name;
  }, [name]);
  return (
    <LandingView
      business={business.data}
      // Still set after success, because the page is about to be reloaded.
      openingAccount={openDemo.isPending || openDemo.isSuccess ? openDemo.variables : undefined}
      problem={openDemo.error ? getErrorMessage(openDemo.error) : undefined}
      onOpenDemo={openDemo.mutate}
    />
  );
}

/** Replaces the prerendered landing page, which stays usable until the new one is rendered. */
export function showLanding(element: Element, queryClient: QueryClient): void {
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
