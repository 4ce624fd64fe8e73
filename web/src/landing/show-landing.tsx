import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LandingPage } from './landing-page.tsx';

/** Replaces the prerendered landing page, which stays until then. A tap in between is not lost. */
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
