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
import { sentenceOf } from './api-error.ts';
import type { Page } from './call.ts';

type Rows<Row> = Page<readonly Row[]>;
/** Null for the first page: undefined would not come along with what the server read. */
type Cursor = string | null;
type QueryOptions<Row> = UseInfiniteQueryOptions<
  Rows<Row>,
  Error,
  readonly Row[],
  QueryKey,
  Cursor
>;

/** What is read page by page. */
export interface PagesSource<Row> {
  queryKey: QueryKey;
  /** Reads the page that begins at a cursor; without one, the first. */
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Rows<Row>>;
}

interface PagesOptions<Row>
  extends
    PagesSource<Row>,
    Pick<QueryOptions<Row>, 'enabled' | 'placeholderData' | 'staleTime' | 'refetchInterval'> {
  /** By what a row is known: it can stand on two pages when the list changed between their calls. */
  idOf: (row: Row) => string | number;
}

/** The query of such a list, for a loader that starts it. */
export function pagesQuery<Row>({ queryKey, read }: PagesSource<Row>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam ?? undefined, signal),
    initialPageParam: null as Cursor,
    getNextPageParam: (page: Rows<Row>) => page.next,
  });
}

/** What a list and the button below it need. */
export interface Pages<Row> {
  /** Its rows, each once. */
  readonly query: Pick<
    UseInfiniteQueryResult<readonly Row[]>,
    'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'
  >;
  /** The page after those that are shown. */
  readonly more: {
    readonly isThere: boolean;
    /** From the press until its page is there, or failed. */
    readonly pending: boolean;
    /** Why the last press brought nothing. */
    readonly error: string | undefined;
    readonly show: () => void;
  };
}

/**
 * A list that is read page by page, each page when it is asked for.
 *
 * Its pages are read again whenever something makes them old, which can happen at any moment. Pressing
 * 'Show more' neither gets lost by that nor prevents it: see `readNextPage`. What a press wanted is
 * forgotten when another list takes this one's place.
 */
export function usePages<Row>({ queryKey, read, idOf, ...options }: PagesOptions<Row>): Pages<Row> {
  const query = useInfiniteQuery({
    ...options,
    ...pagesQuery({ queryKey, read }),
    select: ({ pages }) => rowsOf(pages, idOf),
  });
  const list = useQueryClient()
    .getQueryCache()
    .get<unknown, Error, InfiniteData<Page<unknown>>>(hashKey(queryKey));
  const [last, setLast] = useState<Press | null>(null);
  const press = last?.list === list ? last : null;

  async function show(): Promise<void> {
    if (!list) return;
    const pressed: Press = { list, pending: true };
    setLast(pressed);
    const failure = await readNextPage(list).catch((error: unknown) => error);
    setLast((now) => (now === pressed ? { list, pending: false, failure } : now));
  }

  return {
    query,
    more: {
      isThere: query.hasNextPage,
      pending: press?.pending ?? false,
      // The query has it until the list could be read again.
      error: press?.failure && press.failure === query.error ? sentenceOf(query.error) : undefined,
      show: () => void show(),
    },
  };
}

interface Press {
  readonly list: List;
  readonly pending: boolean;
  readonly failure?: unknown;
}

/** The rows of all pages, in their order. Of one that stands twice, what was read later counts. */
export function rowsOf<Row>(
  pages: readonly Rows<Row>[],
  idOf: (row: Row) => string | number,
): readonly Row[] {
  const rows = pages.flatMap(({ items }) => items);
  return [...new Map(rows.map((row) => [idOf(row), row])).values()];
}

/** A list of pages, as the client keeps it. */
type List = Query<unknown, Error, InfiniteData<Page<unknown>>>;

/**
 * Reads one page more of a list that somebody looks at. What is being read already is waited for
 * instead of cancelled, and a list that is old is read again first: the new page would have it pass
 * for fresh. Whoever makes the list old meanwhile cancels the page, which is then asked for again.
 * Ends with a page more, when there is no next one, or when nobody looks at the list any more.
 *
 * @throws why reading failed; it is not tried again
 */
export async function readNextPage(list: List): Promise<void> {
  const known = countOf(list);
  while (list.isActive() && hasNext(list) && countOf(list) <= known) {
    // oxlint-disable-next-line no-await-in-loop -- each turn sees what became of the one before
    await list.fetch(undefined, list.state.isInvalidated ? undefined : nextPage);
  }
}

/** Without `cancelRefetch`: joins what is under way. */
const nextPage = { meta: { fetchMore: { direction: 'forward' } } } as const;

function countOf({ state }: List): number {
  return state.data?.pages.length ?? 0;
}

function hasNext({ state }: List): boolean {
  return (state.data?.pages.at(-1)?.next ?? null) !== null;
}
