import type { SessionUser } from '@curbwrench/contract/people/schemas';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { isUserSwitch, storeDemoUser, getStoredDemoUser } from './demo-user.ts';
import { getInitialSession, makeSessionLoader } from './load-session.ts';
import { cleanUpAfterLogOut } from './log-out-cleanup.ts';

const casey: SessionUser = {
  id: 'u1',
  email: 'casey@example.com',
  firstName: 'Casey',
  lastName: 'Nguyen',
  role: 'customer',
  phone: null,
  profileImageUrl: null,
  createdAt: '2025-01-01T00:00:00Z',
  active: true,
  worksAsMechanic: false,
  twoFactor: false,
  status: null,
};
const dana: SessionUser = { ...casey, id: 'u2', firstName: 'Dana', role: 'admin' };

class MemoryStorage implements Storage {
  readonly #entries = new Map<string, string>();

  get length() {
    return this.#entries.size;
  }

  clear() {
    this.#entries.clear();
  }

  getItem(key: string) {
    return this.#entries.get(key) ?? null;
  }

  key(index: number) {
    return [...this.#entries.keys()][index] ?? null;
  }

  removeItem(key: string) {
    this.#entries.delete(key);
  }

  setItem(key: string, value: string) {
    this.#entries.set(key, value);
  }
}

let storage: Storage;
let openedAccounts: string[];
let reopenCount: number;

beforeEach(() => {
  storage = new MemoryStorage();
  openedAccounts = [];
  reopenCount = 0;
});

/**
 * Returns a session loader with a fake server: `getSignedIn` returns who is signed in, and opening a demo account
 * returns `demoResult`, or fails with it.
 */
function makeLoader(
  getSignedIn: () => SessionUser | null,
  demoResult: SessionUser | Error = casey,
) {
  const load = makeSessionLoader({
    storage,
    getUser: async () => {
      const user = getSignedIn();
      if (!user) throw new ApiError(401, 'Please sign in.');
      return user;
    },
    openDemo: async (account) => {
      openedAccounts.push(account);
      if (demoResult instanceof Error) throw demoResult;
      return demoResult;
    },
  });
  return () =>
    load(() => {
      reopenCount += 1;
    });
}

describe('the signed-in person', () => {
  it('is the person whom the server reports @screens.stored-person', async () => {
    await expect(makeLoader(() => casey)()).resolves.toEqual(casey);
    await expect(makeLoader(() => null)()).resolves.toBeNull();
    expect(openedAccounts).toEqual([]);
  });

  it('is the stored demo account, reopened after its session has ended', async () => {
    storeDemoUser(storage, casey);
    await expect(makeLoader(() => null)()).resolves.toEqual(casey);
    expect(openedAccounts).toEqual(['customer']);
    expect(reopenCount).toBe(1);
    expect(getStoredDemoUser(storage)?.id).toBe('u1');
  });

  it('is no one when the reopened session ends again, and the entry is removed', async () => {
    storeDemoUser(storage, casey);
    const load = makeLoader(() => null);
    await load();
    await expect(load()).resolves.toBeNull();
    expect(openedAccounts).toHaveLength(1);
    expect(getStoredDemoUser(storage)).toBeNull();
  });

  it('is no one when the server refuses the stored account, and the entry is removed', async () => {
    storeDemoUser(storage, casey);
    await expect(makeLoader(() => null, new ApiError(404, 'No demo here.'))()).resolves.toBeNull();
    expect(getStoredDemoUser(storage)).toBeNull();
  });

  it('is unknown while the server cannot be reached, and the entry stays', async () => {
    storeDemoUser(storage, casey);
    const networkError = new TypeError('Failed to fetch');
    await expect(makeLoader(() => null, networkError)()).rejects.toBe(networkError);
    expect(getStoredDemoUser(storage)?.id).toBe('u1');
  });

  it('is the person whom the server reports, and a different stored person is removed @screens.stored-person', async () => {
    storeDemoUser(storage, dana);
    await expect(makeLoader(() => casey)()).resolves.toEqual(casey);
    expect(getStoredDemoUser(storage)).toBeNull();
  });

  it('is no one when a forged entry claims a role and the server opens no demo account', async () => {
    storage.setItem(
      'demoUser',
      JSON.stringify({ id: 'x', email: 'x', firstName: 'X', lastName: 'X', role: 'admin' }),
    );
    await expect(makeLoader(() => null, new ApiError(404, ''))()).resolves.toBeNull();
  });
});

describe('the initial session', () => {
  it("is the person in the page's data, or no one, without a request to the server", () => {
    expect(getInitialSession({ session: casey }, storage)).toEqual(casey);
    expect(getInitialSession({ session: null }, storage)).toBeNull();
  });

  it('is unknown without data in the page', () => {
    expect(getInitialSession(undefined, storage)).toBeUndefined();
  });

  it('is unknown for a visitor with a stored demo user, whose account may be reopened', () => {
    storeDemoUser(storage, casey);
    expect(getInitialSession({ session: null }, storage)).toBeUndefined();
    expect(getStoredDemoUser(storage)?.id).toBe('u1');
  });

  it("is the person in the page's data, and a different stored person is removed", () => {
    storeDemoUser(storage, dana);
    expect(getInitialSession({ session: casey }, storage)).toEqual(casey);
    expect(getStoredDemoUser(storage)).toBeNull();
  });
});

describe('the stored demo user', () => {
  it('has only five fields @screens.stored-person', () => {
    storeDemoUser(storage, casey);
    expect(JSON.parse(storage.getItem('demoUser') ?? '')).toEqual({
      id: 'u1',
      email: 'casey@example.com',
      firstName: 'Casey',
      lastName: 'Nguyen',
      role: 'customer',
    });
  });

  it.each([
    'not JSON',
    'null',
    '[]',
    '{"id":"u1"}',
    '{"id":"u1","email":"e","firstName":"C","lastName":"N","role":"owner"}',
    '{"id":1,"email":"e","firstName":"C","lastName":"N","role":"admin"}',
  ])('is removed when it is invalid: %s', (text) => {
    storage.setItem('demoUser', text);
    expect(getStoredDemoUser(storage)).toBeNull();
    expect(storage.getItem('demoUser')).toBeNull();
  });

  it('makes other tabs reload only if the person changed or logged out', () => {
    const entry = (user: SessionUser) => {
      storeDemoUser(storage, user);
      return storage.getItem('demoUser');
    };
    expect(isUserSwitch({ key: 'demoUser', newValue: entry(casey) }, 'u1')).toBe(false);
    expect(isUserSwitch({ key: 'demoUser', newValue: entry(dana) }, 'u1')).toBe(true);
    expect(isUserSwitch({ key: 'demoUser', newValue: null }, 'u1')).toBe(true);
    expect(isUserSwitch({ key: 'theme', newValue: 'dark' }, 'u1')).toBe(false);
    expect(isUserSwitch({ key: 'signedInAs', newValue: 'u1' }, 'u1')).toBe(false);
    expect(isUserSwitch({ key: 'signedInAs', newValue: 'u2' }, 'u1')).toBe(true);
    expect(isUserSwitch({ key: 'signedInAs', newValue: null }, 'u1')).toBe(true);
  });
});

describe('the page after a logout', () => {
  let clearCount = 0;
  const tabStorage = { clear: () => void (clearCount += 1) };
  const visit = (href: string) => {
    const replacedUrls: string[] = [];
    cleanUpAfterLogOut(
      { href },
      { replaceState: (_, __, url) => replacedUrls.push(String(url)) },
      storage,
      tabStorage,
    );
    return replacedUrls;
  };

  it('removes the demo user, and the marker from the URL @protection.browser-storage', () => {
    storeDemoUser(storage, casey);
    expect(visit('http://localhost/?signed-out&a=1')).toEqual(['/?a=1']);
    expect(getStoredDemoUser(storage)).toBeNull();
  });

  it('forgets who turned on notifications in this browser', () => {
    storage.setItem('pushOwner', 'u1');
    visit('http://localhost/?signed-out');
    expect(storage.getItem('pushOwner')).toBeNull();
  });

  it("deletes the tab's storage, but not the theme @protection.browser-storage", () => {
    clearCount = 0;
    storage.setItem('theme', 'dark');
    visit('http://localhost/');
    expect(clearCount).toBe(0);
    visit('http://localhost/?signed-out');
    expect(clearCount).toBe(1);
    expect(storage.getItem('theme')).toBe('dark');
  });

  it('is recognized only by its marker', () => {
    storeDemoUser(storage, casey);
    expect(visit('http://localhost/')).toEqual([]);
    expect(getStoredDemoUser(storage)?.id).toBe('u1');
  });
});
