import {
  hashKey,
  infiniteQueryOptions,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type Query,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useState } from 'react';
import { getErrorMessage } from './api-error.ts';
import type { Page } from './request.ts';

type PageOfRows<Row> = Page<readonly Row[]>;
/** Null for the first page: undefined would be lost when the server's data is serialized. */
type Cursor = string | null;
type QueryOptions<Row> = UseInfiniteQueryOptions<
  PageOfRows<Row>,
  Error,
  readonly Row[],
  QueryKey,
  Cursor
>;

/** A paginated list. */
export interface PagesSource<Row> {
  queryKey: QueryKey;
  /** Reads the page at a cursor, or the first page without a cursor. */
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<PageOfRows<Row>>;
}

interface PagesOptions<Row>
  extends
    PagesSource<Row>,
    Pick<QueryOptions<Row>, 'enabled' | 'placeholderData' | 'staleTime' | 'refetchInterval'> {
  /** Returns a row's unique id: a row can be on two pages if the list changed between the two requests. */
  idOf: (row: Row) => string | number;
}

/** Returns the query for a paginated list, for loaders and `usePages`. */
export function pagesQuery<Row>({ queryKey, read }: PagesSource<Row>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam ?? undefined, signal),
    initialPageParam: null as Cursor,
    getNextPageParam: (page: PageOfRows<Row>) => page.next,
  });
}

/** The state of a list and of the button below it. */
export interface Pages<Row> {
  /** The rows of all pages that are loaded, without duplicates. */
  readonly query: Pick<
    UseInfiniteQueryResult<readonly Row[]>,
    'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'
  >;
  /** The 'Show more' button, which loads the next page. */
  readonly more: {
    readonly isAvailable: boolean;
    /** True from the click until the page has arrived or failed. */
    readonly pending: boolean;
    /** Why the last click failed. */
    readonly error: string | undefined;
    readonly show: () => void;
  };
}

/**
 * Reads a paginated list, each page on demand.
 *
 * The list can be invalidated and refetched at any time. A refetch neither loses a click on 'Show more' nor
 * is blocked by it: see `readNextPage`. A pending click is dropped when a different list replaces this one.
 */
export function usePages<Row>({ queryKey, read, idOf, ...options }: PagesOptions<Row>): Pages<Row> {
  const query = useInfiniteQuery({
    ...options,
    ...pagesQuery({ queryKey, read }),
    select: ({ pages }) => collectRows(pages, idOf),
  });
  const list = useQueryClient()
    .getQueryCache()
    .get<unknown, Error, InfiniteData<Page<unknown>>>(hashKey(queryKey));
  const [lastClick, setLastClick] = useState<ShowMoreClick | null>(null);
  const currentClick = lastClick?.list === list ? lastClick : null;

  async function show(): Promise<void> {
    if (!list) return;
    const click: ShowMoreClick = { list, pending: true };
    setLastClick(click);
    const failure = await readNextPage(list).catch((error: unknown) => error);
    setLastClick((latest) => (latest === click ? { list, pending: false, failure } : latest));
  }

  return {
    query,
    more: {
      isAvailable: query.hasNextPage,
      pending: currentClick?.pending ?? false,
      // The query has this error until a read of the list succeeds.
      error:
        currentClick?.failure && currentClick.failure === query.error
          ? getErrorMessage(query.error)
          : undefined,
      show: () => void show(),
    },
  };
}

interface ShowMoreClick {
  readonly list: List;
  readonly pending: boolean;
  readonly failure?: unknown;
}

/** Returns the rows of all pages, in order. If a row appears twice, the later page's version wins. */
export function collectRows<Row>(
  pages: readonly PageOfRows<Row>[],
  idOf: (row: Row) => string | number,
): readonly Row[] {
  const rows = pages.flatMap(({ items }) => items);
  return [...new Map(rows.map((row) => [idOf(row), row])).values()];
}

/** A list of pages, as the query client stores it. */
type List = Query<unknown, Error, InfiniteData<Page<unknown>>>;

/**
 * Reads one more page of a list that is shown. Waits for a read in flight instead of canceling it, and
 * refetches an invalidated list first: otherwise the new page would mark the list as up to date. If the list is
 * invalidated while the page is loading, the request for the page is canceled and sent again. Ends when one more page
 * has been read, when there is no next page, or when the list is no longer shown.
 *
 * @throws the error of a failed read; it is not retried
 */
export async function readNextPage(list: List): Promise<void> {
  const initialCount = pageCount(list);
  while (list.isActive() && hasNextPage(list) && pageCount(list) <= initialCount) {
    // oxlint-disable-next-line no-await-in-loop -- each iteration depends on the previous one
    await list.fetch(undefined, list.state.isInvalidated ? undefined : nextPageOptions);
  }
}

/** Reads the next page. Leaves out `cancelRefetch`, so that it joins a fetch in flight instead of canceling it. */
const nextPageOptions = { meta: { fetchMore: { direction: 'forward' } } } as const;

function pageCount({ state }: List): number {
  return state.data?.pages.length ?? 0;
}

function hasNextPage({ state }: List): boolean {
  return (state.data?.pages.at(-1)?.next ?? null) !== null;
}
