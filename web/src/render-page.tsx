import type { PageToRender } from '@curbwrench/contract/pages/page-rendering';
import { createRequestHandler } from '@tanstack/react-router/ssr/server';
import { renderToString } from 'react-dom/server';
import { makeQueryClient, sessionKey } from './api/query-client.ts';
import { Application } from './application.tsx';
import { businessQuery } from './business/queries.ts';
import { LandingApplication } from './landing/landing-page.tsx';
import { makeRouter } from './router.ts';
import { siteQuery } from './site/queries.ts';

/**
 * Renders a page's markup with everything its loaders read, for the browser to hydrate. Returns null if the URL
 * redirects, which the browser then has to handle.
 *
 * @throws when the page can't be rendered
 */
export async function renderPage({
  url,
  initialData,
  nonce,
}: Pick<PageToRender, 'url' | 'initialData' | 'nonce'>): Promise<string | null> {
  const queryClient = makeQueryClient();
  queryClient.setQueryData(sessionKey, initialData.session);
  queryClient.setQueryData(businessQuery.queryKey, initialData.business);
  if (initialData.site) {
    queryClient.setQueryData(siteQuery.queryKey, initialData.site);
    return renderToString(<LandingApplication queryClient={queryClient} />);
  }
  const handle = createRequestHandler({
    request: new Request(new URL(url, 'http://localhost')),
    createRouter: () => makeRouter(queryClient, nonce),
  });
  const response = await handle(({ router }) => {
    // Failed queries are removed, so that the browser retries them and shows an error if the retry fails.
    queryClient.removeQueries({ predicate: ({ state }) => state.data === undefined });
    return new Response(
      renderToString(
        <Application
          router={router}
          queryClient={queryClient}
          renderedAt={initialData.business.now}
        />,
      ),
    );
  });
  return response.status === 200 ? response.text() : null;
}
