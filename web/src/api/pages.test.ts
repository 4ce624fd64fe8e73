import { InfiniteQueryObserver, type InfiniteData } from '@tanstack/react-query';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Page } from './request.ts';
import { readNextPage, collectRows } from './pages.ts';
import { makeQueryClient } from './query-client.ts';

type Numbers = Page<readonly number[]>;

/** Shows a list of rows 1 to 5, two per page; the test responds to each request for a page. */
async function showList() {
  const client = makeQueryClient();
  const requests: { listName: string; cursor: string; signal: AbortSignal; deferred: Deferred }[] =
    [];
  const optionsFor = (listName: string) => ({
    queryKey: ['number', listName],
    queryFn: (context: { pageParam: string; signal: AbortSignal }) => {
      const { pageParam: cursor, signal } = context;
      return new Promise<Numbers>((resolve, reject) =>
        requests.push({ listName, cursor, signal, deferred: { resolve, reject } }),
      );
    },
    initialPageParam: '1',
    getNextPageParam: ({ next }: Numbers) => next,
  });
  const observer = new InfiniteQueryObserver(client, optionsFor('all'));
  onTestFinished(observer.subscribe(() => {}));
  /** Returns the request at an index, counted from 0; waits until it was made. */
  const requestAt = async (index: number) => {
    await vi.waitUntil(() => requests.length > index);
    // Gives an endless loop time to make further requests.
    await nextTick();
    const request = requests[index];
    if (!request) throw new Error(`There is no request at ${index}.`);
    return request;
  };
  const respondAt = async (index: number, items: number[], next: string | null) => {
    (await requestAt(index)).deferred.resolve({ items, next });
    await nextTick();
  };
  await respondAt(0, [1, 2], '3');
  const list = client
    .getQueryCache()
    .get<unknown, Error, InfiniteData<Page<unknown>>>(observer.getCurrentQuery().queryHash);
  if (!list) throw new Error('The list is not shown.');
  return {
    list,
    requestAt,
    respondAt,
    clickShowMore: () => trackOutcome(readNextPage(list)),
    invalidate: () => void client.invalidateQueries({ queryKey: ['number'] }),
    show: (listName: string) => observer.setOptions(optionsFor(listName)),
    rows: () => observer.getCurrentResult().data?.pages.flatMap(({ items }) => items),
    requests: () => requests.map(({ listName, cursor }) => `${listName} from ${cursor}`),
  };
}

interface Deferred {
  resolve: (page: Numbers) => void;
  reject: (error: Error) => void;
}

/** Waits until all pending promise callbacks have run. */
function nextTick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Reports whether a promise has settled, and how it failed. */
function trackOutcome(promise: Promise<void>) {
  const result: { failure?: unknown; isSettled: boolean } = { isSettled: false };
  void promise
    .catch((error: unknown) => (result.failure = error))
    .finally(() => (result.isSettled = true));
  return result;
}

describe("a click on 'Show more'", () => {
  test('reads one page, and no more', async () => {
    const { clickShowMore, respondAt, rows, requests } = await showList();
    const result = clickShowMore();
    await respondAt(1, [3, 4], '5');
    expect(result).toEqual({ isSettled: true });
    expect(rows()).toEqual([1, 2, 3, 4]);
    expect(requests()).toEqual(['all from 1', 'all from 3']);
  });

  test('still adds the page if the list is invalidated twice while the page is loading', async () => {
    const { clickShowMore, invalidate, requestAt, respondAt, rows } = await showList();
    const result = clickShowMore();
    const page = await requestAt(1);
    invalidate();
    expect(page.signal.aborted).toBe(true);
    await respondAt(2, [0, 1], '2');
    expect(result.isSettled).toBe(false);
    expect((await requestAt(3)).cursor).toBe('2');
    invalidate();
    await respondAt(4, [-1, 0], '1');
    expect(result.isSettled).toBe(false);
    await respondAt(5, [1, 2], '3');
    expect(result).toEqual({ isSettled: true });
    expect(rows()).toEqual([-1, 0, 1, 2]);
  });

  test.each([
    { reason: 'the list was invalidated', isInvalidated: true },
    { reason: 'the list is polled', isInvalidated: false },
  ])('waits for a read that is in flight because $reason', async ({ isInvalidated }) => {
    const { list, clickShowMore, invalidate, requestAt, respondAt, rows, requests } =
      await showList();
    if (isInvalidated) invalidate();
    else void list.fetch();
    const refetch = await requestAt(1);
    const result = clickShowMore();
    await nextTick();
    expect(requests()).toEqual(['all from 1', 'all from 1']);
    expect(refetch.signal.aborted).toBe(false);
    await respondAt(1, [0, 1], '2');
    await respondAt(2, [2, 3], '4');
    expect(result).toEqual({ isSettled: true });
    expect(rows()).toEqual([0, 1, 2, 3]);
  });

  test('refetches an invalidated list first, so that it is not marked as up to date', async () => {
    const { list, clickShowMore, invalidate, requestAt, respondAt, rows } = await showList();
    invalidate();
    (await requestAt(1)).deferred.reject(new Error('Network error.'));
    await nextTick();
    const result = clickShowMore();
    expect((await requestAt(2)).cursor).toBe('1');
    await respondAt(2, [0, 1], '2');
    await respondAt(3, [2, 3], null);
    expect(result).toEqual({ isSettled: true });
    expect(rows()).toEqual([0, 1, 2, 3]);
    expect(list.state.isInvalidated).toBe(false);
  });

  test.each([
    {
      failingRead: 'the page',
      isInvalidated: false,
      expectedRequests: ['all from 1', 'all from 3'],
    },
    {
      failingRead: 'the list, which is refetched first,',
      isInvalidated: true,
      expectedRequests: ['all from 1', 'all from 3', 'all from 1'],
    },
  ])(
    'reports once that $failingRead could not be read',
    async ({ isInvalidated, expectedRequests }) => {
      const { list, clickShowMore, invalidate, requestAt, rows, requests } = await showList();
      const result = clickShowMore();
      await requestAt(1);
      if (isInvalidated) invalidate();
      const failure = new Error('Network error.');
      (await requestAt(expectedRequests.length - 1)).deferred.reject(failure);
      await nextTick();
      await nextTick();
      expect(result).toEqual({ isSettled: true, failure });
      expect(list.state.error).toBe(failure);
      expect(requests()).toEqual(expectedRequests);
      expect(rows()).toEqual([1, 2]);
    },
  );

  test('ends without a page if the list turns out to have no more pages', async () => {
    const { clickShowMore, invalidate, requestAt, respondAt, requests } = await showList();
    const result = clickShowMore();
    await requestAt(1);
    invalidate();
    await respondAt(2, [1, 2], null);
    expect(result).toEqual({ isSettled: true });
    expect(requests()).toHaveLength(3);
  });

  test('is dropped when a different list is shown; that list gets no extra page', async () => {
    const { list, clickShowMore, show, requestAt, respondAt, rows, requests } = await showList();
    const result = clickShowMore();
    const page = await requestAt(1);
    show('some');
    expect(page.signal.aborted).toBe(true);
    await respondAt(2, [7, 8], '9');
    expect(result).toEqual({ isSettled: true });
    await nextTick();
    expect(requests()).toEqual(['all from 1', 'all from 3', 'some from 1']);
    expect(rows()).toEqual([7, 8]);
    expect(list.state.data?.pages).toHaveLength(1);
  });

  test('is handled only once if the button is clicked twice in a row', async () => {
    const { clickShowMore, respondAt, rows, requests } = await showList();
    const results = [clickShowMore(), clickShowMore()];
    await respondAt(1, [3, 4], '5');
    expect(results).toEqual([{ isSettled: true }, { isSettled: true }]);
    expect(rows()).toEqual([1, 2, 3, 4]);
    expect(requests()).toHaveLength(2);
  });
});

test('a row that is on two pages is shown once, in the version read last', () => {
  const pages = [
    { items: [row(1, 'new'), row(2, 'waiting')], next: '2' },
    { items: [row(2, 'done'), row(3, 'new')], next: null },
  ];
  expect(collectRows(pages, ({ id }) => id)).toEqual([
    row(1, 'new'),
    row(2, 'done'),
    row(3, 'new'),
  ]);
});

function row(id: number, status: string) {
  return { id, status };
}
