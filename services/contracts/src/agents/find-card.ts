import { readAgentCard, type AgentCard } from './agent-card.ts';

/** An answer to a question for a card. */
export interface CardAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** Bytes of the longest card that is read. */
export const CARD_BYTES = 262_144;

/** Why there is no card, as a sentence without its end, and the status of the answer where there was one. */
export interface NoCard {
  readonly status: number | null;
  readonly why: string;
}

export interface FoundCard {
  readonly status: number;
  readonly card: AgentCard;
}

/** Where the card of an agent may stand, the place of now before that of old. */
export function cardAddresses(url: string): URL[] {
  const base = new URL(url);
  base.search = '';
  base.hash = '';
  if (base.pathname.endsWith('.json')) return [base];
  const path = base.pathname.replace(/\/+$/, '');
  return ['agent-card.json', 'agent.json'].map(
    (name) => new URL(`${path}/.well-known/${name}`, base),
  );
}

/** Asks an agent for its card. `ask` follows no redirects and reads no more than CARD_BYTES; what it rejects with goes through. */
export async function findCard(
  url: string,
  ask: (url: URL) => Promise<CardAnswer>,
): Promise<FoundCard | NoCard> {
  let missing: NoCard = { status: null, why: 'it has no card' };
  for (const address of cardAddresses(url)) {
    const { status, body } = await ask(address);
    if (status === 200) return cardIn(body, address);
    missing = { status, why: adviceOn(status) };
    if (status !== 404) return missing;
  }
  return missing;
}

function cardIn(body: Buffer, address: URL): FoundCard | NoCard {
  const card = readAgentCard(parsed(body), address);
  return typeof card === 'string' ? { status: 200, why: card } : { status: 200, card };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    // What is no JSON is no card either, and is refused as such.
    return undefined;
  }
}

function adviceOn(status: number): string {
  if (status === 404)
    return 'there is no agent card at its address (404): see whether url is right';
  if (status === 401 || status === 403) {
    return `it does not take our credential (${status}): set secret_ref to a bearer token that it takes`;
  }
  if (status >= 300 && status < 400) {
    return `it sends elsewhere (${status}), where nobody follows: set url to where it is`;
  }
  return `it answers ${status} instead of its agent card`;
}
