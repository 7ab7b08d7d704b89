import type { ServerResponse } from 'node:http';
import type { ClientResponse } from '../client/client.ts';
import { COST_HEADER } from '../pipeline/exchange/response-headers.ts';
import { formatUsd } from '../usage/format-usd.ts';

/** An answer to a call: headers can be given to it one by one until it has its head. */
export type CallResponse = ClientResponse & Pick<ServerResponse, 'setHeader'>;

/** Nano-USD of all calls that one request has made: one of MCP can hold more than one. */
const COSTS = new WeakMap<CallResponse, number>();

/** Adds to what an answer says that it costs, nano-USD; less than nothing where a call costs less than its price after all. Too late once the head has been sent. */
export function tellCost(response: CallResponse, nanoUsd: number): void {
  if (response.headersSent) return;
  const all = (COSTS.get(response) ?? 0) + nanoUsd;
  COSTS.set(response, all);
  response.setHeader(COST_HEADER, formatUsd(all));
}
