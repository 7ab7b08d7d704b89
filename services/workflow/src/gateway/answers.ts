import type { GatewayAnswer } from './gateway-answer.ts';

const NANO_PER_USD = 1_000_000_000;

/** What an answer of the gateway cost, by the header that says so. */
export function costOf({ headers }: GatewayAnswer): bigint {
  const usd = Number(headers['x-aicp-cost-usd'] ?? '0');
  return Number.isFinite(usd) && usd > 0 ? BigInt(Math.round(usd * NANO_PER_USD)) : 0n;
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

/** Statuses below 500 that another try may change. */
const PASSING = new Set([408, 409, 425, 429]);

/** Whether another try may go better than one that was answered so. */
export const isPassing = (status: number): boolean => status >= 500 || PASSING.has(status);
