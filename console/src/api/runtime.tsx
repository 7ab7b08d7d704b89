import { createContext, use, useSyncExternalStore } from 'react';
import type { Api } from './api.ts';
import type { Session, SessionState, User } from './session.ts';

/** What the console is given once, when it starts. */
export interface Runtime {
  readonly api: Api;
  readonly session: Session;
  /** Where the console is served, with a slash at the end: addresses of the API and of pages begin with it. */
  readonly baseUrl: string;
}

const RuntimeContext = createContext<Runtime | undefined>(undefined);
export const RuntimeProvider = RuntimeContext.Provider;

/** The API, the session, and where the console is. */
export function useRuntime(): Runtime {
  const runtime = use(RuntimeContext);
  if (!runtime) throw new Error('RuntimeProvider is missing');
  return runtime;
}

export const useApi = (): Api => useRuntime().api;

export function useSession(): SessionState {
  const { session } = useRuntime();
  return useSyncExternalStore(session.subscribe, () => session.state);
}

/** Who is signed in (or was, until the session expired). Throws outside of pages that need a session. */
export function useUser(): User {
  const state = useSession();
  if (state.status !== 'signed-in' && state.status !== 'expired')
    throw new Error('nobody is signed in');
  return state.user;
}

/** Whether the caller has a permission (`teams:write`); undefined needs none. */
export function useCan(permission: string | undefined): boolean {
  const { permissions } = useUser();
  return permission === undefined || permissions.includes(permission);
}
