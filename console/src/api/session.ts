import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { ApiProblem, noAnswer, problemIn } from './problem.ts';

/** Who is signed in, and what they may do. */
export type User = ApiSchemas['CurrentUser'];

export type SessionState =
  /** Nobody has asked yet. */
  | { readonly status: 'unknown' }
  | { readonly status: 'signed-out' }
  /** A session ended while the console was open; `user` is whose it was, so that the same person can go on. */
  | { readonly status: 'expired'; readonly user: User }
  | { readonly status: 'signed-in'; readonly user: User };

interface Granted {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly user: User;
}

export interface SessionParts {
  /** Where the admin service is, with a slash at the end. */
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** Runs one of all tabs at a time: each refresh token is good once. */
  readonly oneAtATime: <T>(work: () => Promise<T>) => Promise<T>;
}

/** So long before its end an access token is replaced, ms. */
const EARLY_MS = 60_000;

/**
 * The session of this browser. Its refresh token is in a cookie that no script reads; the access token is in memory alone, and is fetched anew
 * when it is about to end.
 */
export class Session {
  private readonly parts: SessionParts;
  private current: SessionState = { status: 'unknown' };
  private token: { readonly text: string; readonly endsAt: number } | undefined;
  private refreshing: Promise<boolean> | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(parts: SessionParts) {
    this.parts = parts;
  }

  get state(): SessionState {
    return this.current;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Goes on with the session that the browser has, if there is one. Rejects with an ApiProblem where the service can't be asked. */
  async resume(): Promise<void> {
    await this.refresh();
  }

  /** Begins a session with an API key. Rejects with an ApiProblem. */
  async signIn(apiKey: string): Promise<void> {
    // A refresh that is refused takes the cookie away, which must not be the one of the new session.
    if (this.refreshing) await Promise.allSettled([this.refreshing]);
    const granted = this.parts.oneAtATime(() => this.post('auth/session', { api_key: apiKey }));
    this.take(await granted);
  }

  /** Ends the session. Rejects with an ApiProblem where the service can't be told, and the session goes on. */
  async signOut(): Promise<void> {
    const token = await this.accessToken();
    if (token !== undefined) {
      const headers = { Authorization: `Bearer ${token}` };
      const response = await this.send('auth/logout', { method: 'POST', headers });
      // It has ended already.
      if (!response.ok && response.status !== 401) throw await problemIn(response);
    }
    this.token = undefined;
    this.become({ status: 'signed-out' });
  }

  /** An access token that is good for now; undefined where nobody is signed in. */
  async accessToken(): Promise<string | undefined> {
    if (this.current.status !== 'signed-in') return undefined;
    if (!this.token || this.token.endsAt - EARLY_MS <= this.parts.now()) await this.refresh();
    return this.token?.text;
  }

  /**
   * Another access token in place of one that was refused; false where the session has ended. However many ask at once, one request is made, and none where the one that
   * was refused has been replaced meanwhile.
   */
  async replace(refused: string | undefined): Promise<boolean> {
    if (this.current.status !== 'signed-in') return false;
    if (this.token && this.token.text !== refused) return true;
    return await this.refresh();
  }

  private refresh(): Promise<boolean> {
    this.refreshing ??= this.parts
      .oneAtATime(() => this.refreshNow())
      .finally(() => {
        this.refreshing = undefined;
      });
    return this.refreshing;
  }

  private async refreshNow(): Promise<boolean> {
    const before = this.token;
    try {
      this.take(await this.post('auth/refresh'));
      return true;
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
      // Somebody signed in meanwhile: it was the session before that has ended.
      if (this.token !== before) return true;
      this.token = undefined;
      if (this.current.status === 'signed-in') {
        this.become({ status: 'expired', user: this.current.user });
      } else if (this.current.status === 'unknown') this.become({ status: 'signed-out' });
      return false;
    }
  }

  private async post(path: string, body?: unknown): Promise<Granted> {
    const response = await this.send(path, {
      method: 'POST',
      headers: { 'X-AICP-Client': 'console', 'Content-Type': 'application/json' },
      // A page that is left meanwhile takes the new token along all the same: the one before it is good for seconds only.
      keepalive: true,
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!response.ok) throw await problemIn(response);
    return (await response.json()) as Granted;
  }

  private async send(path: string, init: RequestInit): Promise<Response> {
    const { baseUrl, fetch } = this.parts;
    try {
      return await fetch(`${baseUrl}${path}`, init);
    } catch (error) {
      throw noAnswer(error);
    }
  }

  private take(granted: Granted): void {
    const endsAt = this.parts.now() + granted.expires_in * 1000;
    this.token = { text: granted.access_token, endsAt };
    this.become({ status: 'signed-in', user: granted.user });
  }

  private become(state: SessionState): void {
    this.current = state;
    for (const listener of this.listeners) listener();
  }
}
