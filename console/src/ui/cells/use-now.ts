import { useSyncExternalStore } from 'react';

const EVERY_MS = 30_000;

function onEachStep(tell: () => void): () => void {
  const timer = setInterval(tell, EVERY_MS);
  return () => clearInterval(timer);
}

const thisStep = (): number => Math.ceil(Date.now() / EVERY_MS) * EVERY_MS;

/** Milliseconds since 1970, as of the end of this half minute: what shows it is drawn twice a minute. */
export const useNow = (): number => useSyncExternalStore(onEachStep, thisStep);
