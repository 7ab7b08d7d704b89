import { jsonIn } from './answers.ts';
import type { GatewayAnswer } from './gateway-answer.ts';

/** What is said where no connection came about, so that nothing of a request was sent. */
const NOT_CONNECTED = new Set([
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether a request failed before anything of it was sent. */
export const isUnsent = (error: Error): boolean =>
  NOT_CONNECTED.has(String((error as { readonly code?: unknown }).code));

/** What is said where a connection came about, and ended. */
const ENDED_EARLY = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** Whether the gateway was there and went away, as one does that is killed, before its answer was whole. */
export const isCutOff = (error: unknown): boolean =>
  error instanceof Error && ENDED_EARLY.has(String((error as { readonly code?: unknown }).code));

/** Whether a gateway says that it has no configuration yet, and so has done nothing. */
export function isAway({ status, text }: Pick<GatewayAnswer, 'status' | 'text'>): boolean {
  if (status !== 503) return false;
  const said = jsonIn(text) as { readonly error?: { readonly code?: unknown } | null } | null;
  return said?.error?.code === 'not_ready';
}
