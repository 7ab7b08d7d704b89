import type { ClientRequest } from '../client/client.ts';

/** What a client says of the cache: `x-aicp-cache`, or `cache-control` as of any cache. */
export interface Wishes {
  /** It wants a new answer. */
  readonly isFresh: boolean;
  /** Its answer is not to be kept. */
  readonly isUnkept: boolean;
}

export function wishesOf({ headers }: Pick<ClientRequest, 'headers'>): Wishes {
  const words = [headers['x-aicp-cache'], headers['cache-control']]
    .flatMap((value) => value ?? [])
    // Trimmed one by one: an expression with blanks around the comma begins anew at each of many blanks.
    .flatMap((value) => value.toLowerCase().split(','))
    .map((word) => word.trim());
  return {
    isFresh: words.includes('no-cache') || words.includes('max-age=0'),
    isUnkept: words.includes('no-store'),
  };
}
