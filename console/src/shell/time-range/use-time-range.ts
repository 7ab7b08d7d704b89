import { useSearchParams } from '../../app/search-params.ts';
import { timeRangeOf, type TimeRange } from './time-range.ts';

/** The time range of the page's address. */
export const useTimeRange = (): TimeRange => timeRangeOf(useSearchParams(), Date.now());
