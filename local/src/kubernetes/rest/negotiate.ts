import { ApiError } from '../status.ts';
import { JSON_TYPE } from './read-body.ts';

/** What a client wants to be answered. */
export type Form = 'object' | 'table';

function parseAccept(accept: string): Record<string, string>[] {
  return accept.split(',').map((range) => {
    const [type = '', ...rest] = range.split(';').map((part) => part.trim());
    return { type, ...(Object.fromEntries(rest.map((part) => part.split('='))) as object) };
  });
}

/** Reads `Accept`. Throws a 406 where nothing that can be answered is asked for. */
export function negotiate(accept = '*/*'): Form {
  for (const { type = '', as, v } of parseAccept(accept)) {
    if (![JSON_TYPE, 'application/*', '*/*'].includes(type)) continue;
    if (as === 'Table' && v === 'v1') return 'table';
    if (as === undefined) return 'object';
  }
  const message = `only the following media types are accepted: ${JSON_TYPE}`;
  throw new ApiError(406, 'NotAcceptable', message);
}

/** Whether `Accept` asks for discovery documents in their aggregated form. */
export const wantsAggregated = (accept = ''): boolean =>
  parseAccept(accept).some(({ as, v }) => as === 'APIGroupDiscoveryList' && v === 'v2');
