import { parseJson } from '@aicp/common/json/parse-json';
import type { Fault } from '../conversation/answer-event.ts';
import { objectOf, textOf } from '../json/members.ts';

/** How Cohere says that a request is longer than its model takes. */
const TOO_LONG = /too many tokens|context (?:length|window)|exceeds? the (?:maximum|limit)/i;

/** An error as Cohere writes it: `{"message": …}`; where it is written otherwise, its text. */
export function readCohereFault(body: Buffer, status: number): Fault {
  const text = body.toString();
  const said = textOf(objectOf(parseJson(text))?.message);
  const message = said ?? (text.trim().slice(0, 500) || `The provider answered ${status}.`);
  const isTooLong = status < 500 && TOO_LONG.test(message);
  return isTooLong ? { message, code: 'context_length_exceeded' } : { message };
}
