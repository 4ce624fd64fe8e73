import { InfiniteQueryObserver, type InfiniteData } from '@tanstack/react-query';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Page } from './call.ts';
import { readNextPage, rowsOf } from './pages.ts';
import { makeQueryClient } from './query-client.ts';

type Numbers = Page<readonly number[]>;

/** Shows a list of rows 1 to 5, two per page; the test answers each page that is requested. */
async function shownList() {
  const client = makeQueryClient();
  const asked: { of: string; cursor: string; signal: AbortSignal; settle: Settle }[] = [];
  const optionsOf = (of: string) => ({
    queryKey: ['number', of],
    queryFn: (context: { pageParam: string; signal: AbortSignal }) => {
      const { pageParam: cursor, signal } = context;
      return new Promise<Numbers>((resolve, reject) =>
        asked.push({ of, cursor, signal, settle: { resolve, reject } }),
      );
    },
    initialPageParam: '1',
    getNextPageParam: ({ next }: Numbers) => next,
  });
  const observer = new InfiniteQueryObserver(client, optionsOf('all'));
  onTestFinished(observer.subscribe(() => {}));
  /** Returns the request at an index, counted from 0; waits until it was made. */
  const call = async (index: number) => {
    await vi.waitUntil(() => asked.length > index);
    // An endless loop would make further requests after it.
    await turn();
    const one = asked[index];
    if (!one) throw new Error(`Nothing was asked for at ${index}.`);
    return one;
  };
  const answer = async (index: number, items: number[], next: string | null) => {
    (await call(index)).settle.resolve({ items, next });
    await turn();
  };
  await answer(0, [1, 2], '3');
  const list = client
    .getQueryCache()
    .get<unknown, Error, InfiniteData<Page<unknown>>>(observer.getCurrentQuery().queryHash);
  if (!list) throw new Error('The list is not shown.');
  return {
    list,
    call,
    answer,
    press: () => settled(readNextPage(list)),
    invalidate: () => void client.invalidateQueries({ queryKey: ['number'] }),
    show: (of: string) => observer.setOptions(optionsOf(of)),
    rows: () => observer.getCurrentResult().data?.pages.flatMap(({ items }) => items),
    asked: () => asked.map(({ of, cursor }) => `${of} from ${cursor}`),
  };
}

interface Settle {
  resolve: (page: Numbers) => void;
  reject: (error: Error) => void;
}

/** Waits until everything that was triggered has run. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Reports how a promise settled, if it has. */
function settled(promise: Promise<void>) {
  const end: { failure?: unknown; isThere: boolean } = { isThere: false };
  void promise.catch((error: unknown) => (end.failure = error)).finally(() => (end.isThere = true));
  return end;
}

describe('a click for the next page', () => {
  test('reads one page, and no more', async () => {
    const { press, answer, rows, asked } = await shownList();
    const end = press();
    await answer(1, [3, 4], '5');
    expect(end).toEqual({ isThere: true });
    expect(rows()).toEqual([1, 2, 3, 4]);
    expect(asked()).toEqual(['all from 1', 'all from 3']);
  });

  test('survives the list being invalidated while it is read, twice', async () => {
    const { press, invalidate, call, answer, rows } = await shownList();
    const end = press();
    const page = await call(1);
    invalidate();
    expect(page.signal.aborted).toBe(true);
    await answer(2, [0, 1], '2');
    expect(end.isThere).toBe(false);
    expect((await call(3)).cursor).toBe('2');
    invalidate();
    await answer(4, [-1, 0], '1');
    expect(end.isThere).toBe(false);
    await answer(5, [1, 2], '3');
    expect(end).toEqual({ isThere: true });
    expect(rows()).toEqual([-1, 0, 1, 2]);
  });

  test.each([
    { because: 'the list is old', isOld: true },
    { because: 'it is time for it', isOld: false },
  ])('lets a read in flight finish that was started because $because', async ({ isOld }) => {
    const { list, press, invalidate, call, answer, rows, asked } = await shownList();
    if (isOld) invalidate();
    else void list.fetch();
    const again = await call(1);
    const end = press();
    await turn();
    expect(asked()).toEqual(['all from 1', 'all from 1']);
    expect(again.signal.aborted).toBe(false);
    await answer(1, [0, 1], '2');
    await answer(2, [2, 3], '4');
    expect(end).toEqual({ isThere: true });
    expect(rows()).toEqual([0, 1, 2, 3]);
  });

  test('refetches an invalidated list first, so that it is not marked as fresh', async () => {
    const { list, press, invalidate, call, answer, rows } = await shownList();
    invalidate();
    (await call(1)).settle.reject(new Error('Out of reach.'));
    await turn();
    const end = press();
    expect((await call(2)).cursor).toBe('1');
    await answer(2, [0, 1], '2');
    await answer(3, [2, 3], null);
    expect(end).toEqual({ isThere: true });
    expect(rows()).toEqual([0, 1, 2, 3]);
    expect(list.state.isInvalidated).toBe(false);
  });

  test.each([
    { what: 'the page', makeOld: false, asks: ['all from 1', 'all from 3'] },
    {
      what: 'the list in its stead',
      makeOld: true,
      asks: ['all from 1', 'all from 3', 'all from 1'],
    },
  ])('reports once that $what could not be read', async ({ makeOld, asks }) => {
    const { list, press, invalidate, call, rows, asked } = await shownList();
    const end = press();
    await call(1);
    if (makeOld) invalidate();
    const failure = new Error('Out of reach.');
    (await call(asks.length - 1)).settle.reject(failure);
    await turn();
    await turn();
    expect(end).toEqual({ isThere: true, failure });
    expect(list.state.error).toBe(failure);
    expect(asked()).toEqual(asks);
    expect(rows()).toEqual([1, 2]);
  });

  test('ends when the list turns out to have no further page', async () => {
    const { press, invalidate, call, answer, asked } = await shownList();
    const end = press();
    await call(1);
    invalidate();
    await answer(2, [1, 2], null);
    expect(end).toEqual({ isThere: true });
    expect(asked()).toHaveLength(3);
  });

  test('is dropped when another list is shown, which gets no extra page', async () => {
    const { list, press, show, call, answer, rows, asked } = await shownList();
    const end = press();
    const page = await call(1);
    show('some');
    expect(page.signal.aborted).toBe(true);
    await answer(2, [7, 8], '9');
    expect(end).toEqual({ isThere: true });
    await turn();
    expect(asked()).toEqual(['all from 1', 'all from 3', 'some from 1']);
    expect(rows()).toEqual([7, 8]);
    expect(list.state.data?.pages).toHaveLength(1);
  });

  test('is handled once when made twice at the same time', async () => {
    const { press, answer, rows, asked } = await shownList();
    const ends = [press(), press()];
    await answer(1, [3, 4], '5');
    expect(ends).toEqual([{ isThere: true }, { isThere: true }]);
    expect(rows()).toEqual([1, 2, 3, 4]);
    expect(asked()).toHaveLength(2);
  });
});

test('a row that is on two pages is shown once, as it was read last', () => {
  const pages = [
    { items: [row(1, 'new'), row(2, 'waiting')], next: '2' },
    { items: [row(2, 'done'), row(3, 'new')], next: null },
  ];
  expect(rowsOf(pages, ({ id }) => id)).toEqual([row(1, 'new'), row(2, 'done'), row(3, 'new')]);
});

function row(id: number, status: string) {
  return { id, status };
}
