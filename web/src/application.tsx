import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider, type AnyRouter } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { RenderedAt } from './ui/rendered-at.ts';

interface ApplicationProps {
  router: AnyRouter;
  queryClient: QueryClient;
  /** When the server rendered the page; null if it did not. */
  renderedAt: string | null;
}

/** Wraps every page, in the browser and on the server. */
export function Application({ router, queryClient, renderedAt }: ApplicationProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RenderedAt value={renderedAt === null ? null : Date.parse(renderedAt)}>
          <RouterProvider router={router} />
        </RenderedAt>
      </QueryClientProvider>
    </StrictMode>
  );
}
