import type { SessionUser } from '@curbwrench/contract/people/schemas';
import type { QueryClient, QueryKey, UndefinedInitialDataOptions } from '@tanstack/react-query';
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { pagesQuery, type PagesSource } from './pages.ts';

/** The part of a route loader's arguments that is used. */
export interface LoaderArguments {
  readonly context: {
    readonly queryClient: QueryClient;
    /** The person who opens the page; null for a visitor, where visitors may open it. */
    readonly user: SessionUser | null;
    readonly canRead: boolean;
  };
  readonly location: { readonly pathname: string; readonly search: object };
}

interface PageRequest extends Omit<LoaderArguments['context'], 'mayRead'> {
  readonly location: LoaderArguments['location'];
  /** Starts a query, unless its data is already there. */
  readonly read: <Data, Key extends QueryKey>(
    query: UndefinedInitialDataOptions<Data, Error, Data, Key>,
  ) => void;
  /** The same for a list that is read page by page. */
  readonly readPages: <Row>(pages: PagesSource<Row>) => void;
}

/**
 * Starts what a page reads, before it is rendered. The browser does not wait for any of it: data that is
 * late has a skeleton, and a failure is shown by the component that needs the data.
 */
export type PageLoader = (request: PageRequest) => void;

/** Returns the options of a route whose page is fetched when it is first opened, with its `loader`. */
export function lazyPage<Name extends string>(
  importModule: () => Promise<Record<Name, RouteComponent> & { loader?: PageLoader }>,
  name: Name,
) {
  return {
    /** The server only renders the pages that are opened first; for others it sends the frame around them. */
    ssr: false,
    component: lazyRouteComponent(importModule, name),
    async loader({ context, location }: LoaderArguments): Promise<void> {
      if (!context.canRead) return;
      // If the module could not be fetched, the component shows it.
      const module = await importModule().catch(() => null);
      const reads: Promise<unknown>[] = [];
      module?.loader?.({
        ...context,
        location,
        read: (query) => void reads.push(context.queryClient.query(query).catch(() => {})),
        readPages: (pages) =>
          void reads.push(context.queryClient.infiniteQuery(pagesQuery(pages)).catch(() => {})),
      });
      // When the server renders a page, everything is read first.
      if (import.meta.env.SSR) await Promise.all(reads);
    },
  };
}
