import { randomUUID } from 'node:crypto';
import type { ClientCapabilities } from '@modelcontextprotocol/server';

/** A session of a client of 2025: what its `initialize` said that it can be asked. */
export interface ClientSession {
  readonly id: string;
  readonly capabilities: ClientCapabilities;
}

/** The header that names it. */
export const SESSION_HEADER = 'mcp-session-id';

/** What clients can be asked, each with its letter in the id of a session. */
const LETTERS: readonly (readonly [string, (said: ClientCapabilities) => boolean])[] = [
  // A client that says no more than `elicitation` can be asked by forms.
  ['f', ({ elicitation }) => elicitation !== undefined && (!elicitation.url || !!elicitation.form)],
  ['u', ({ elicitation }) => elicitation?.url !== undefined],
  ['r', ({ roots }) => roots !== undefined],
  ['s', ({ sampling }) => sampling !== undefined],
  ['c', ({ sampling }) => sampling?.context !== undefined],
  ['t', ({ sampling }) => sampling?.tools !== undefined],
];

const ID = /^[0-9a-f-]{36}\.([a-z]{0,6})$/;

/**
 * The id of a new session. It holds what the client can be asked, so that no replica has to keep anything of it: whoever makes one up says something of itself alone, since
 * what is asked of a client is answered by its own principal only.
 */
export const newSessionId = (said: ClientCapabilities): string =>
  `${randomUUID()}.${LETTERS.flatMap(([letter, holds]) => (holds(said) ? [letter] : [])).join('')}`;

/** The session of an id; undefined where it is none of ours. */
export function sessionOf(id: string): ClientSession | undefined {
  const letters = ID.exec(id)?.[1];
  if (letters === undefined) return undefined;
  const among = (
    wanted: Record<string, string>,
  ): Record<string, Record<string, never>> | undefined => {
    const found = Object.entries(wanted).filter(([letter]) => letters.includes(letter));
    return found.length === 0 ? undefined : Object.fromEntries(found.map(([, name]) => [name, {}]));
  };
  const elicitation = among({ f: 'form', u: 'url' });
  const sampling = letters.includes('s') ? (among({ c: 'context', t: 'tools' }) ?? {}) : undefined;
  return {
    id,
    capabilities: {
      ...(elicitation ? { elicitation } : {}),
      ...among({ r: 'roots' }),
      ...(sampling ? { sampling } : {}),
    },
  };
}
