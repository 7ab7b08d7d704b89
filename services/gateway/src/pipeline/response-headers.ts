import { addDeprecation } from './deprecation-headers.ts';
import type { Exchange } from './exchange.ts';

export const COST_HEADER = 'x-aicp-cost-usd';

/**
 * Adds the headers that tell of a request to a flat list. `heardAt` is when the provider's answer came (monotonic): what lies between
 * it and the request's dispatch is the provider's time, the rest is ours.
 */
export function addHeaders(headers: string[], exchange: Exchange, heardAt: number): void {
  headers.push('x-request-id', exchange.requestId);
  const { served, askedName, policy, attempts, deprecation } = exchange;
  if (served) {
    headers.push('x-aicp-model', headerSafe(served.id), 'x-aicp-provider', served.provider.id);
    if (askedName !== served.id) headers.push('x-aicp-routed-from', headerSafe(askedName ?? ''));
  }
  if (policy !== undefined) headers.push('x-aicp-policy', policy);
  if (deprecation) addDeprecation(headers, deprecation, exchange.at);
  if (attempts > 0) headers.push('x-aicp-attempts', String(attempts));
  headers.push('x-aicp-overhead-ms', overheadMs(exchange, heardAt));
}

function overheadMs({ gateway, startedAt, sentAt }: Exchange, heardAt: number): string {
  const total = gateway.clock.monotonic() - startedAt;
  const away = sentAt > 0 && heardAt > sentAt ? heardAt - sentAt : 0;
  return String(Math.round((total - away) * 1000) / 1000);
}

const PLAIN = /^[\x20-\x7e]*$/;

/** A model id may hold any character; a header may not. */
const headerSafe = (id: string): string => (PLAIN.test(id) ? id : encodeURIComponent(id));
