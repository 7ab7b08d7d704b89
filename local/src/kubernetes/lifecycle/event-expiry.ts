import type { Api } from '../store/api.ts';
import { coreEventResource } from '../resources/event-resources.ts';

const TTL_MS = 3_600_000;
const SWEEP_MS = 60_000;

/** Removes events that nobody wrote to for an hour. Runs until `signal` aborts. */
export async function expireEvents(api: Api, signal: AbortSignal): Promise<void> {
  const written = new Map<string, { revision: number; atMs: number }>();
  for (;;) {
    sweep(api, written);
    try {
      await api.clock.sleep(SWEEP_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
  }
}

/** Counts from the last write that was seen; for events from before the start, from their creation. */
function sweep(api: Api, written: Map<string, { revision: number; atMs: number }>): void {
  const now = api.clock.now();
  for (const stored of api.store.list(coreEventResource.storage)) {
    const { uid = '', creationTimestamp = '' } = stored.object.metadata;
    const known = written.get(uid);
    if (known?.revision !== stored.revision) {
      const atMs = known ? now : Date.parse(creationTimestamp);
      written.set(uid, { revision: stored.revision, atMs });
    }
    if (now - (written.get(uid)?.atMs ?? now) < TTL_MS) continue;
    api.store.remove(stored);
    written.delete(uid);
  }
}
