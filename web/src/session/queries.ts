import type { DemoAccount, SessionUser } from '@curbwrench/contract/people/schemas';
import type { Role } from '@curbwrench/contract/people/roles';
import {
  hashKey,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { request } from '../api/request.ts';
import { initialData } from '../api/initial-data.ts';
import { sessionKey } from '../api/query-client.ts';
import { waitForSessionChange } from '../api/session-change.ts';
import {
  isUserSwitch,
  toPlaceholderUser,
  removeStoredDemoUser,
  storeDemoUser,
  signedInKey,
  getStoredDemoUser,
} from './demo-user.ts';
import { getInitialSession, makeSessionLoader } from './load-session.ts';

const loadSession = makeSessionLoader({
  getUser: async () => {
    await waitForSessionChange();
    return request('getSessionUser');
  },
  openDemo: (account) => request('openDemoSession', { body: { account } }),
  storage: localStorage,
});

export interface Session {
  /** The signed-in person; null if there is none, or it is not known yet. */
  readonly user: SessionUser | null;
  /** Whether nothing is known yet, in which case a spinner is shown. */
  readonly isLoading: boolean;
  /** Whether the server has confirmed the person; until then the stored demo user is shown. */
  readonly isConfirmed: boolean;
  /** Why the session could not be read. Null once it has been read, even if a refetch fails. */
  readonly error: Error | null;
  readonly retry: () => void;
}

const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ client }) =>
    loadSession(
      () => void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' }),
    ),
  initialData: () => getInitialSession(initialData, localStorage),
});

/**
 * Returns the person to load pages for; null if no one is signed in or the request failed, which `useSession` reports.
 * Waits for the server, unless a stored demo user can be shown first.
 */
export async function loadSessionUser(client: QueryClient): Promise<SessionUser | null> {
  const user = client.query({ ...sessionQuery, staleTime: 'static' }).catch(() => null);
  const demoUser = getStoredDemoUser(localStorage);
  const isKnown = client.getQueryData(sessionKey) !== undefined;
  return demoUser && !isKnown ? toPlaceholderUser(demoUser) : user;
}

/** Reads who is signed in. The query's key is `sessionKey`: invalidate it after the person's status changes. */
export function useSession(): Session {
  const query = useQuery({
    ...sessionQuery,
    placeholderData: () => {
      const demoUser = getStoredDemoUser(localStorage);
      return demoUser ? toPlaceholderUser(demoUser) : undefined;
    },
  });
  return {
    user: query.data ?? null,
    isLoading: query.isPending,
    isConfirmed: query.isSuccess && !query.isPlaceholderData,
    error: query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
  };
}

/** Returns the signed-in person, or null. */
export function useSessionUser(): SessionUser | null {
  return useSession().user;
}

/**
 * The person for whom everything inside is rendered. When they log out, the query changes shortly before the page is
 * rendered again. Anything rendered in between, such as a component that was just fetched, is still shown to them.
 */
export const SignedInUser = createContext<SessionUser | null>(null);

/** Returns the person who is viewing the page; null for a visitor. */
export function useViewer(): SessionUser | null {
  return use(SignedInUser);
}

/**
 * Returns the signed-in person, for components that are rendered only while someone is signed in.
 *
 * @throws when no one is signed in; in that case the layout never renders these components
 */
export function useSignedInUser(): SessionUser {
  const user = use(SignedInUser);
  if (!user) throw new Error('This component needs a signed-in person.');
  return user;
}

/** The storage key for the view that an admin who also works as a mechanic chose: their own or the mechanic view. */
const viewKey = 'screens';
const viewListeners = new Set<() => void>();

/**
 * Returns whether the signed-in person can switch to the mechanic view, whether it is on, and a function that turns
 * it on or off.
 */
export function useMechanicView() {
  const user = useSessionUser();
  const storedView = useSyncExternalStore(
    subscribeToView,
    () => localStorage.getItem(viewKey),
    () => null,
  );
  const isOffered = user?.role === 'admin' && user.worksAsMechanic;
  return {
    isOffered,
    isOn: isOffered && storedView === 'mechanic',
    choose: (isOn: boolean) => {
      if (isOn) localStorage.setItem(viewKey, 'mechanic');
      else localStorage.removeItem(viewKey);
      for (const listener of viewListeners) listener();
    },
  };
}

function subscribeToView(listener: () => void): () => void {
  viewListeners.add(listener);
  return () => viewListeners.delete(listener);
}

/** Like `useEffectiveRole`, for use outside of components. */
export function getEffectiveRole({ role, worksAsMechanic }: SessionUser): Role {
  const isMechanic = role === 'admin' && worksAsMechanic;
  return isMechanic && localStorage.getItem(viewKey) === 'mechanic' ? 'mechanic' : role;
}

/** Returns the role whose screens are shown. Permissions depend only on the person's own role. */
export function useEffectiveRole(): Role {
  const { role } = useSignedInUser();
  return useMechanicView().isOn ? 'mechanic' : role;
}

/** Returns a filter for the viewer's own jobs if they are an admin in the mechanic view, otherwise no filter. */
export function useOwnJobsFilter(): { readonly mechanicId?: string } {
  const { id } = useSignedInUser();
  return useMechanicView().isOn ? { mechanicId: id } : {};
}

/** Like `useOwnJobsFilter`, for use outside of components. */
export function getOwnJobsFilter(user: SessionUser): { readonly mechanicId?: string } {
  return getEffectiveRole(user) === user.role ? {} : { mechanicId: user.id };
}

/** Opens a demo account: stores its user and reloads the page. */
export function useOpenDemo() {
  return useMutation({
    mutationFn: (account: DemoAccount) => request('openDemoSession', { body: { account } }),
    onSuccess: (user) => {
      storeDemoUser(localStorage, user);
      location.reload();
    },
  });
}

/** Returns a function that removes the stored demo user, for use when logging out. */
export function useRemoveStoredDemoUser(): () => void {
  return () => removeStoredDemoUser(localStorage);
}

/** Removes the previous person's query data before the page is shown to someone else, or to no one. */
export function useClearPreviousPersonsData(user: SessionUser | null): void {
  const client = useQueryClient();
  const previousId = useRef<string | null>(null);
  const id = user?.id ?? null;
  useLayoutEffect(() => {
    if (previousId.current !== null && previousId.current !== id) {
      client.removeQueries({
        predicate: ({ queryKey }) => !isSharedByEveryone(queryKey),
      });
    }
    previousId.current = id;
  }, [client, id]);
}

/** Reloads this tab when another tab signs in as someone else, or logs out, since tabs share a cookie. */
export function useReloadOnPersonChange({ user, isConfirmed }: Session): void {
  const id = user?.id;
  useEffect(() => {
    if (id !== undefined && isConfirmed) localStorage.setItem(signedInKey, id);
  }, [id, isConfirmed]);
  useEffect(() => {
    if (id === undefined) return;
    const handleStorage = (event: StorageEvent) => {
      if (isUserSwitch(event, id)) location.reload();
    };
    addEventListener('storage', handleStorage);
    return () => removeEventListener('storage', handleStorage);
  }, [id]);
}

function isSharedByEveryone(queryKey: QueryKey): boolean {
  return queryKey[0] === 'business' || hashKey(queryKey) === hashKey(sessionKey);
}
