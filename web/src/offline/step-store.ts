import type { JobStepChange } from '@curbwrench/contract/appointments/schemas';

/** A step of a job whose button a mechanic pressed, stored in this browser until the server has accepted it. */
export interface QueuedStep {
  /** Assigned by the browser in ascending order, which is the order in which their buttons were pressed. */
  readonly id: number;
  /** Sent with every attempt, so that the server applies the step only once. */
  readonly idempotencyKey: string;
  /** The person who pressed the button. It is never sent while someone else is signed in. */
  readonly personId: string;
  readonly appointmentId: number;
  readonly change: JobStepChange;
  /** When the button was pressed (ISO 8601). */
  readonly pressedAt: string;
  /** Why the server refused this step, or an earlier one of the same job; null while it is queued. */
  readonly refusal: string | null;
}

/** Stores queued steps. All functions reject if the browser doesn't let the page store anything. */
export interface StepStore {
  /** Resolves with the step's id once the step is on disk. */
  add(step: Omit<QueuedStep, 'id'>): Promise<number>;
  /** Reads a person's steps in the order in which their buttons were pressed. */
  list(personId: string): Promise<readonly QueuedStep[]>;
  replace(steps: readonly QueuedStep[]): Promise<void>;
  remove(ids: readonly number[]): Promise<void>;
  /** Removes everyone's steps whose buttons were pressed before `time` (ISO 8601). */
  removeOlder(time: string): Promise<void>;
}

const storeName = 'steps';

/** Returns the store in the browser's IndexedDB, which all tabs share and which survives a restart of the browser. */
export function openStepStore(factory: Pick<IDBFactory, 'open'>): StepStore {
  let databasePromise: Promise<IDBDatabase> | undefined;

  /** Runs one transaction and resolves with the result of its request once the transaction is complete. */
  async function run<Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result> | undefined,
  ): Promise<Result | undefined> {
    databasePromise ??= openDatabase(factory);
    const database = await databasePromise.catch((error: unknown) => {
      databasePromise = undefined;
      throw error;
    });
    // The browser may close the database, for example when site data is cleared; the next use opens it again.
    database.onclose = () => (databasePromise = undefined);
    // A later version of the application waits until this connection is closed.
    database.onversionchange = () => {
      database.close();
      databasePromise = undefined;
    };
    return new Promise((resolve, reject) => {
      const transaction = beginTransaction(database, mode);
      const request = work(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(toError(transaction.error));
    });
  }

  function beginTransaction(database: IDBDatabase, mode: IDBTransactionMode): IDBTransaction {
    try {
      return database.transaction(storeName, mode, { durability: 'strict' });
    } catch (error) {
      // The connection is closed; the next use opens a new one.
      if (error instanceof DOMException && error.name === 'InvalidStateError') {
        databasePromise = undefined;
      }
      throw error;
    }
  }

  return {
    async add(step) {
      return Number(await run('readwrite', (store) => store.add(step)));
    },
    async list(personId) {
      const all = await run<QueuedStep[]>('readonly', (store) => store.getAll());
      return (all ?? []).filter((step) => step.personId === personId);
    },
    async replace(steps) {
      await run('readwrite', (store) => {
        for (const step of steps) store.put(step);
        return undefined;
      });
    },
    async remove(ids) {
      await run('readwrite', (store) => {
        for (const id of ids) store.delete(id);
        return undefined;
      });
    },
    async removeOlder(time) {
      const all = await run<QueuedStep[]>('readonly', (store) => store.getAll());
      const old = (all ?? []).filter(({ pressedAt }) => pressedAt < time);
      if (old.length > 0) await this.remove(old.map(({ id }) => id));
    },
  };
}

function openDatabase(factory: Pick<IDBFactory, 'open'>): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open('queued-steps', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(storeName, { keyPath: 'id', autoIncrement: true });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(toError(request.error));
  });
}

function toError(error: DOMException | null): Error {
  return error ?? new Error('The browser did not store the step.');
}
