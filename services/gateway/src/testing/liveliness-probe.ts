import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 10;

export interface LivelinessProbe {
  /** Ends the probing; answers how many probes there were, and the longest wait in milliseconds. */
  stop(): Promise<{ count: number; longestMs: number }>;
}

/** Asks a gateway again and again whether it lives, as somebody else who wants to be served. */
export function probeLiveliness(port: number): LivelinessProbe {
  const over = new AbortController();
  let count = 0;
  let longestMs = 0;
  const probing = (async () => {
    while (!over.signal.aborted) {
      const started = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}/health/liveliness`);
      await response.text();
      if (response.status !== 200) throw new Error(`liveliness was ${response.status}`);
      longestMs = Math.max(longestMs, performance.now() - started);
      count += 1;
      await delay(EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await probing;
      return { count, longestMs: Math.round(longestMs) };
    },
  };
}
