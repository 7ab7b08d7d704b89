import { requestIdHeader } from '../../http/send-refusal.ts';
import { expectRest } from '../../pipeline/answer/client-writer.ts';
import { sendJson } from '../../pipeline/respond.ts';
import type { AgentRequest } from '../asking/admit.ts';

/** Sends a JSON-RPC response. `more` is a flat list of headers. */
export function sendRpc(
  { request, response, caller }: AgentRequest,
  status: number,
  body: object,
  more: readonly string[] = [],
): void {
  const headers = [...requestIdHeader(request), 'cache-control', 'no-store', ...more];
  sendJson(response, status, Buffer.from(JSON.stringify(body)), headers);
  expectRest(response, caller.gateway.clientStallMs);
}
