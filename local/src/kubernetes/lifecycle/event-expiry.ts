import type { Api } from '../api.ts';
import { coreEventResource } from '../resources/event-resources.ts';

const TTL_MS = 3_600_000;
const SWEEP_MS = 60_000;

/** Removes events that nobody wrote to for an hour. Runs until `signal` aborts. */
export async function expireEvents(api: Api, signal: AbortSignal): Promise<void> {
  const seen = new Map<string, { revision: number; sinceMs: number }>();
  while (!signal.aborted) {
    sweep(api, seen);
    try {
      await api.clock.sleep(SWEEP_MS, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

/** Counts from the last write; for events from before the start, from their creation. */
function sweep(api: Api, seen: Map<string, { revision: number; sinceMs: number }>): void {
  const now = api.clock.now();
  const present = new Set<string>();
  for (const stored of api.store.list(coreEventResource.storage)) {
    const { uid = '', creationTimestamp = '' } = stored.object.metadata;
    const known = seen.get(uid);
    const sinceMs = known ? now : Date.parse(creationTimestamp);
    const entry =
      known?.revision === stored.revision ? known : { revision: stored.revision, sinceMs };
    if (now - entry.sinceMs >= TTL_MS) {
      api.store.remove(stored);
    } else {
      seen.set(uid, entry);
      present.add(uid);
    }
  }
  for (const uid of seen.keys()) if (!present.has(uid)) seen.delete(uid);
}
