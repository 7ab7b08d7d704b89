import type { Refusal } from '../../pipeline/exchange/refusal.ts';
import { badQuery } from './ask-for-response.ts';

/** What goes on to the provider, and what is done here. */
export interface ReadQuery {
  /** The query for the provider, with its `?`; empty: none. */
  readonly below: string;
  readonly streamAfter?: number | undefined;
}

const NUMBER = /^\d{1,9}$/;
const WORD = /^[\w.[\]-]{1,256}$/;

/** Reads the query of a request for a response. */
export function readResponseQuery(query: URLSearchParams): ReadQuery | Refusal {
  const stream = query.get('stream') ?? 'false';
  if (stream !== 'true' && stream !== 'false') return badQuery('stream', 'true or false');
  const after = query.get('starting_after');
  if (after !== null && !NUMBER.test(after))
    return badQuery('starting_after', 'the sequence_number of an event');
  const passed = passedOf(query, ['include', 'include[]']);
  if ('status' in passed) return passed;
  return stream === 'true' ? { ...passed, streamAfter: Number(after ?? -1) } : passed;
}

/** Reads the query of a request for what was said to a response. */
export function readItemsQuery(query: URLSearchParams): ReadQuery | Refusal {
  const limit = query.get('limit');
  if (limit !== null && !NUMBER.test(limit)) return badQuery('limit', 'a number');
  return passedOf(query, ['after', 'before', 'include', 'include[]', 'limit', 'order']);
}

/** The members that go on. What nobody knows is left out, as vendors do. */
function passedOf(query: URLSearchParams, names: readonly string[]): ReadQuery | Refusal {
  const passed = [...query].filter(([name]) => names.includes(name));
  const odd = passed.find(([, value]) => !WORD.test(value));
  if (odd) return badQuery(odd[0], 'a word of at most 256 letters, digits, dots and dashes');
  const text = new URLSearchParams(passed).toString();
  return { below: text === '' ? '' : `?${text}` };
}
