import type { ActionResult } from '../interpreter/action.ts';
import type { GatewayAnswer } from './gateway-client.ts';

const NANO_PER_USD = 1_000_000_000;

/** What an answer of the gateway cost, by the header that says so. */
export function costOf({ headers }: GatewayAnswer): bigint {
  const usd = Number(headers['x-aicp-cost-usd'] ?? '0');
  return Number.isFinite(usd) && usd > 0 ? BigInt(Math.round(usd * NANO_PER_USD)) : 0n;
}

/** Statuses that another try may change. */
const PASSING = new Set([408, 409, 425, 429]);
const MOST_CHARACTERS = 500;

/** A step that failed since the gateway refused, or could not serve, its request. */
export function refusedBy(answer: GatewayAnswer): ActionResult {
  const { status } = answer;
  return {
    ok: false,
    error: `the gateway answered ${status}: ${messageIn(answer.text)}`,
    isRetryable: status >= 500 || PASSING.has(status),
    costNano: costOf(answer),
  };
}

/** What an error's body says to people. */
function messageIn(text: string): string {
  const { error, detail } = objectIn(text);
  const message = (error as { message?: unknown } | undefined)?.message ?? detail;
  const said = typeof message === 'string' ? message : text;
  return said.slice(0, MOST_CHARACTERS) || 'nothing more is said';
}

/** The object that a text is as JSON; an empty one where it is none. */
export function objectIn(text: string): Record<string, unknown> {
  const value = jsonIn(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** What a text is as JSON; undefined where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
