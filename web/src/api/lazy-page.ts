import type { SessionUser } from '@curbwrench/contract/people';
import type { QueryClient, QueryKey, UndefinedInitialDataOptions } from '@tanstack/react-query';
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { pagesQuery, type PagesSource } from './pages.ts';

/** What of a route's loader's arguments is looked at. */
export interface LoaderArguments {
  readonly context: {
    readonly queryClient: QueryClient;
    /** Who opens it; null for nobody, where the page is open to visitors. */
    readonly user: SessionUser | null;
    readonly mayRead: boolean;
  };
  readonly location: { readonly pathname: string; readonly search: object };
}

interface PageRequest extends Omit<LoaderArguments['context'], 'mayRead'> {
  readonly location: LoaderArguments['location'];
  /** Starts a query, unless what it reads is there already. */
  readonly read: <Data, Key extends QueryKey>(
    query: UndefinedInitialDataOptions<Data, Error, Data, Key>,
  ) => void;
  /** The same for a list that is read page by page. */
  readonly readPages: <Row>(pages: PagesSource<Row>) => void;
}

/**
 * Starts what a page reads, before the page is drawn. A browser waits for none of it: what is late has
 * a skeleton, and what fails is told by the part that shows it.
 */
export type PageLoader = (request: PageRequest) => void;

/** The options of a route whose page is fetched when it is first opened, with its `loader`. */
export function lazyPage<Name extends string>(
  fetchModule: () => Promise<Record<Name, RouteComponent> & { loader?: PageLoader }>,
  name: Name,
) {
  return {
    /** Pages that are opened first are rendered by the server; of others it sends what stands around. */
    ssr: false,
    component: lazyRouteComponent(fetchModule, name),
    async loader({ context, location }: LoaderArguments): Promise<void> {
      if (!context.mayRead) return;
      // A module that could not be fetched is told by the component.
      const module = await fetchModule().catch(() => null);
      const reads: Promise<unknown>[] = [];
      module?.loader?.({
        ...context,
        location,
        read: (query) => void reads.push(context.queryClient.query(query).catch(() => {})),
        readPages: (pages) =>
          void reads.push(context.queryClient.infiniteQuery(pagesQuery(pages)).catch(() => {})),
      });
      // Where the server renders a page, all is read first.
      if (import.meta.env.SSR) await Promise.all(reads);
    },
  };
}
