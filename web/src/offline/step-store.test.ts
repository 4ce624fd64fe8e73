import { beforeEach, expect, test } from 'vitest';
import { openStepStore } from './step-store.ts';

let connections: IDBDatabase[];

/** A fake of the part of IndexedDB that the store uses: every transaction finds an empty database and completes. */
const factory = {
  open() {
    const connection = openConnection();
    connections.push(connection);
    const partialRequest: Partial<IDBOpenDBRequest> = { result: connection };
    const request = partialRequest as IDBOpenDBRequest;
    queueMicrotask(() => {
      request.onsuccess?.(new Event('success'));
    });
    return request;
  },
};

function openConnection(): IDBDatabase {
  let isClosed = false;
  const connection: Partial<IDBDatabase> = {
    close: () => (isClosed = true),
    transaction() {
      if (isClosed) throw new DOMException('The connection is closing.', 'InvalidStateError');
      const store: Partial<IDBObjectStore> = {
        getAll: () => ({ result: [] as unknown[] }) as IDBRequest<unknown[]>,
      };
      const partialTransaction: Partial<IDBTransaction> = {
        objectStore: () => store as IDBObjectStore,
      };
      const transaction = partialTransaction as IDBTransaction;
      queueMicrotask(() => {
        transaction.oncomplete?.(new Event('complete'));
      });
      return transaction;
    },
  };
  return connection as IDBDatabase;
}

beforeEach(() => {
  connections = [];
});

test('one connection is used for everything', async () => {
  const store = openStepStore(factory);
  await store.list('ann');
  await store.list('ann');
  expect(connections).toHaveLength(1);
});

test('after a connection is closed for a database upgrade, a new one is opened', async () => {
  const store = openStepStore(factory);
  await store.list('ann');
  const [first] = connections;
  first?.onversionchange?.(new Event('versionchange') as IDBVersionChangeEvent);
  expect(() => first?.transaction('steps')).toThrow('The connection is closing.');
  expect(await store.list('ann')).toEqual([]);
  expect(connections).toHaveLength(2);
});

test('after a connection turns out to be closed, a new one is opened', async () => {
  const store = openStepStore(factory);
  await store.list('ann');
  connections[0]?.close();
  await expect(store.list('ann')).rejects.toThrow('The connection is closing.');
  expect(await store.list('ann')).toEqual([]);
  expect(connections).toHaveLength(2);
});
