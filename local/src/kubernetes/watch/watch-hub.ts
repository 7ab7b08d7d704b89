import type { Clock } from '@aicp/common/time/clock';
import type { ObjectStore } from '../store/object-store.ts';
import type { Watch } from './watch.ts';

const BOOKMARK_MS = 20_000;

/** The open watches of a server. Tells each of them every change, and where the store stands every 20 s. */
export class WatchHub {
  readonly #store: ObjectStore;
  readonly #clock: Clock;
  readonly #watches = new Map<string, Set<Watch>>();
  readonly #stopping = new AbortController();
  readonly #unsubscribe: () => void;
  readonly #bookmarks: Promise<void>;

  constructor(store: ObjectStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#unsubscribe = store.subscribe((change) => {
      for (const watch of this.#watches.get(change.current.storage) ?? []) watch.tell(change);
    });
    this.#bookmarks = this.#sendBookmarks();
  }

  /** Keeps `watch` going until it ends, `timeoutMs` have passed or the server closes. */
  add(storage: string, watch: Watch, timeoutMs: number): void {
    const watches = this.#watches.get(storage) ?? new Set();
    this.#watches.set(storage, watches.add(watch));
    const ended = new AbortController();
    watch.onEnd(() => {
      watches.delete(watch);
      ended.abort();
    });
    const signal = AbortSignal.any([ended.signal, this.#stopping.signal]);
    void this.#sleep(timeoutMs, signal).then(() => {
      if (!signal.aborted) watch.bookmark(this.#store.revision);
      watch.end();
    });
  }

  /** Ends every watch. */
  async close(): Promise<void> {
    this.#unsubscribe();
    this.#stopping.abort();
    await this.#bookmarks;
  }

  async #sendBookmarks(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await this.#sleep(BOOKMARK_MS, signal);
      if (signal.aborted) return;
      for (const watches of this.#watches.values()) {
        for (const watch of watches) watch.bookmark(this.#store.revision);
      }
    }
  }

  /** Returns when the time is over, or at once when `signal` aborts. */
  async #sleep(ms: number, signal: AbortSignal): Promise<void> {
    try {
      await this.#clock.sleep(ms, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
