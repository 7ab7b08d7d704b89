import { useSyncExternalStore } from 'react';
import { useSearchParams } from '../../address/search-params.ts';
import { timeRangeOf, type TimeRange } from './time-range.ts';

const MINUTE_MS = 60_000;

function onEachMinute(tell: () => void): () => void {
  const timer = setInterval(tell, 5_000);
  return () => clearInterval(timer);
}

const thisMinute = (): number => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** The time range of the page's address; one that ends now moves on with each minute. */
export const useTimeRange = (): TimeRange =>
  timeRangeOf(useSearchParams(), useSyncExternalStore(onEachMinute, thisMinute));
