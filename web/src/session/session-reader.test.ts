import type { SessionUser } from '@curbwrench/contract/people/schemas';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { changesPerson, rememberDemoUser, storedDemoUser } from './demo-user.ts';
import { firstSession, makeSessionReader } from './session-reader.ts';
import { forgetSignedOutDemoUser } from './signed-out.ts';

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
let opened: string[];
let reopenings: number;

beforeEach(() => {
  storage = new MemoryStorage();
  opened = [];
  reopenings = 0;
});

/** Reads against a server that knows the cookie's person, or no one, and opens demo accounts or refuses. */
function viewer(signedIn: () => SessionUser | null, openAs: SessionUser | Error = casey) {
  const read = makeSessionReader({
    storage,
    getUser: async () => {
      const user = signedIn();
      if (!user) throw new ApiError(401, 'Please sign in.');
      return user;
    },
    openDemo: async (account) => {
      opened.push(account);
      if (openAs instanceof Error) throw openAs;
      return openAs;
    },
  });
  return () =>
    read(() => {
      reopenings += 1;
    });
}

describe('the signed-in person', () => {
  it('is the one the server names @screens.stored-person', async () => {
    await expect(viewer(() => casey)()).resolves.toEqual(casey);
    await expect(viewer(() => null)()).resolves.toBeNull();
    expect(opened).toEqual([]);
  });

  it('is the stored demo account, reopened after its session has ended', async () => {
    rememberDemoUser(storage, casey);
    await expect(viewer(() => null)()).resolves.toEqual(casey);
    expect(opened).toEqual(['customer']);
    expect(reopenings).toBe(1);
    expect(storedDemoUser(storage)?.id).toBe('u1');
  });

  it('is no one when the reopened session ends again, and the entry is removed', async () => {
    rememberDemoUser(storage, casey);
    const read = viewer(() => null);
    await read();
    await expect(read()).resolves.toBeNull();
    expect(opened).toHaveLength(1);
    expect(storedDemoUser(storage)).toBeNull();
  });

  it('is no one when the server refuses the stored account, and the entry is removed', async () => {
    rememberDemoUser(storage, casey);
    await expect(viewer(() => null, new ApiError(404, 'No demo here.'))()).resolves.toBeNull();
    expect(storedDemoUser(storage)).toBeNull();
  });

  it('is unknown while the server cannot be reached, and the entry stays', async () => {
    rememberDemoUser(storage, casey);
    const lost = new TypeError('Failed to fetch');
    await expect(viewer(() => null, lost)()).rejects.toBe(lost);
    expect(storedDemoUser(storage)?.id).toBe('u1');
  });

  it("is the server's, and another stored one is removed @screens.stored-person", async () => {
    rememberDemoUser(storage, dana);
    await expect(viewer(() => casey)()).resolves.toEqual(casey);
    expect(storedDemoUser(storage)).toBeNull();
  });

  it('gets no access from a hand-written entry, whose role only selects an account', async () => {
    storage.setItem(
      'demoUser',
      JSON.stringify({ id: 'x', email: 'x', firstName: 'X', lastName: 'X', role: 'admin' }),
    );
    await expect(viewer(() => null, new ApiError(404, ''))()).resolves.toBeNull();
  });
});

describe('the first session', () => {
  it("is the person in the page's data, or no one, without asking the server", () => {
    expect(firstSession({ session: casey }, storage)).toEqual(casey);
    expect(firstSession({ session: null }, storage)).toBeNull();
  });

  it('is unknown without data in the page', () => {
    expect(firstSession(undefined, storage)).toBeUndefined();
  });

  it('is unknown for a visitor with a stored demo user, whose account may be reopened', () => {
    rememberDemoUser(storage, casey);
    expect(firstSession({ session: null }, storage)).toBeUndefined();
    expect(storedDemoUser(storage)?.id).toBe('u1');
  });

  it("is the person in the page's data even if another one is stored, who is removed", () => {
    rememberDemoUser(storage, dana);
    expect(firstSession({ session: casey }, storage)).toEqual(casey);
    expect(storedDemoUser(storage)).toBeNull();
  });
});

describe('the stored demo user', () => {
  it('has only five fields @screens.stored-person', () => {
    rememberDemoUser(storage, casey);
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
    expect(storedDemoUser(storage)).toBeNull();
    expect(storage.getItem('demoUser')).toBeNull();
  });

  it('makes another tab reload only when it is another person, or no one', () => {
    const entry = (user: SessionUser) => {
      rememberDemoUser(storage, user);
      return storage.getItem('demoUser');
    };
    expect(changesPerson({ key: 'demoUser', newValue: entry(casey) }, 'u1')).toBe(false);
    expect(changesPerson({ key: 'demoUser', newValue: entry(dana) }, 'u1')).toBe(true);
    expect(changesPerson({ key: 'demoUser', newValue: null }, 'u1')).toBe(true);
    expect(changesPerson({ key: 'theme', newValue: 'dark' }, 'u1')).toBe(false);
    expect(changesPerson({ key: 'signedInAs', newValue: 'u1' }, 'u1')).toBe(false);
    expect(changesPerson({ key: 'signedInAs', newValue: 'u2' }, 'u1')).toBe(true);
    expect(changesPerson({ key: 'signedInAs', newValue: null }, 'u1')).toBe(true);
  });
});

describe('the page after a log-out', () => {
  let clearings = 0;
  const tabStorage = { clear: () => void (clearings += 1) };
  const visit = (href: string) => {
    const shown: string[] = [];
    forgetSignedOutDemoUser(
      { href },
      { replaceState: (_, __, url) => shown.push(String(url)) },
      storage,
      tabStorage,
    );
    return shown;
  };

  it('removes the demo user and the mark in its URL @protection.browser-storage', () => {
    rememberDemoUser(storage, casey);
    expect(visit('http://localhost/?signed-out&a=1')).toEqual(['/?a=1']);
    expect(storedDemoUser(storage)).toBeNull();
  });

  it('deletes what the tab stored, but not the theme @protection.browser-storage', () => {
    clearings = 0;
    storage.setItem('theme', 'dark');
    visit('http://localhost/');
    expect(clearings).toBe(0);
    visit('http://localhost/?signed-out');
    expect(clearings).toBe(1);
    expect(storage.getItem('theme')).toBe('dark');
  });

  it('is recognized by its mark alone', () => {
    rememberDemoUser(storage, casey);
    expect(visit('http://localhost/')).toEqual([]);
    expect(storedDemoUser(storage)?.id).toBe('u1');
  });
});
