import { Api } from '../api/api.ts';
import type { Runtime } from '../api/runtime.tsx';
import { Session } from '../api/session.ts';

/** The session and the API, as this browser reaches them. */
export function createRuntime(browser: Window): Runtime {
  const baseUrl = new URL('./', browser.document.baseURI).href;
  const send: typeof fetch = (input, init) => browser.fetch(input, init);
  const session = new Session({
    baseUrl,
    fetch: send,
    now: () => Date.now(),
    oneAtATime: (work) => lockFor(browser.navigator, work),
  });
  return { baseUrl, session, api: new Api({ baseUrl, session, fetch: send }) };
}

/** Tabs of one browser share a session, whose refresh tokens are good once. Pages behind plain HTTP have no locks: they go without. */
async function lockFor<T>(navigator: Navigator, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { readonly locks?: LockManager };
  return locks ? await locks.request('aicp-session', work) : await work();
}
