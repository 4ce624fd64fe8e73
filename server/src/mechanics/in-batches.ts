import { setTimeout as pause } from 'node:timers/promises';

interface WaitingItem<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a function that passes an item to `work` and resolves with the item's outcome. The first item is passed on
 * immediately. Items that are added within `gatherMs` of the start of a batch, or while it runs, form the next batch.
 * If several items have the same key, each goes into a separate batch. An error in `work` rejects all items of its
 * batch.
 *
 * @param work returns the outcome of each item by its key
 */
export function inBatches<Item, Outcome>(
  gatherMs: number,
  getKey: (item: Item) => string,
  work: (items: readonly Item[]) => Promise<ReadonlyMap<string, Outcome>>,
): (item: Item) => Promise<Outcome | undefined> {
  let waitingItems: WaitingItem<Item, Outcome | undefined>[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waitingItems.length > 0) {
      const batch = new Map<string, WaitingItem<Item, Outcome | undefined>>();
      const deferredItems: typeof waitingItems = [];
      for (const each of waitingItems) {
        const key = getKey(each.item);
        if (batch.has(key)) deferredItems.push(each);
        else batch.set(key, each);
      }
      waitingItems = deferredItems;
      await Promise.all([runBatch(batch), pause(gatherMs)]);
    }
    isRunning = false;
  }

  async function runBatch(
    batch: ReadonlyMap<string, WaitingItem<Item, Outcome | undefined>>,
  ): Promise<void> {
    try {
      const outcomes = await work([...batch.values()].map(({ item }) => item));
      for (const [key, { resolve }] of batch) resolve(outcomes.get(key));
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waitingItems.push({ item, resolve, reject });
      if (!isRunning) void runAll();
    });
}
