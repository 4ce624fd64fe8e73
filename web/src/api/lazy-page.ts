import type { SessionUser } from '@curbwrench/contract/people/schemas';
import type { QueryClient, QueryKey, UndefinedInitialDataOptions } from '@tanstack/react-query';
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { pagesQuery, type PagesSource } from './pages.ts';

/** The arguments of a route loader that are used here. */
export interface LoaderArguments {
  readonly context: {
    readonly queryClient: QueryClient;
    /** The person who opens the page; null for a visitor, on pages that visitors can open. */
    readonly user: SessionUser | null;
    /** Whether the page's data can be read: the session is confirmed, and this person is allowed to open the page. */
    readonly canRead: boolean;
  };
  readonly location: { readonly pathname: string; readonly search: object };
}

interface PageRequest extends Omit<LoaderArguments['context'], 'canRead'> {
  readonly location: LoaderArguments['location'];
  /** Starts a query, unless its data is already loaded. */
  readonly read: <Data, Key extends QueryKey>(
    query: UndefinedInitialDataOptions<Data, Error, Data, Key>,
  ) => void;
  /** Like `read`, for a paginated list. */
  readonly readPages: <Row>(pages: PagesSource<Row>) => void;
}

/**
 * Starts a page's queries before it is rendered. The browser does not wait for them: the component that needs
 * the data shows a skeleton until it arrives, or an error if the query fails.
 */
export type PageLoader = (request: PageRequest) => void;

/** Returns the options of a route whose module, with the page and its `loader`, is fetched when first opened. */
export function lazyPage<Name extends string>(
  importModule: () => Promise<Record<Name, RouteComponent> & { loader?: PageLoader }>,
  name: Name,
) {
  return {
    /**
     * The server renders only the pages that people usually open first; for other pages it sends only the
     * layout around them.
     */
    ssr: false,
    component: lazyRouteComponent(importModule, name),
    async loader({ context, location }: LoaderArguments): Promise<void> {
      if (!context.canRead) return;
      // If the module cannot be fetched, the component shows the failure.
      const module = await importModule().catch(() => null);
      const reads: Promise<unknown>[] = [];
      module?.loader?.({
        ...context,
        location,
        read: (query) => void reads.push(context.queryClient.query(query).catch(() => {})),
        readPages: (pages) =>
          void reads.push(context.queryClient.infiniteQuery(pagesQuery(pages)).catch(() => {})),
      });
      // The server reads everything before it renders the page.
      if (import.meta.env.SSR) await Promise.all(reads);
    },
  };
}
