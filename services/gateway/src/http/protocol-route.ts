import type { ClientRequest, ClientResponse } from '../client/client.ts';
import { Exchange } from '../pipeline/exchange/exchange.ts';
import type { Gateway } from '../pipeline/exchange/gateway.ts';
import { run } from '../pipeline/index.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { ShedReason } from '../memory/admission.ts';
import { expectRest } from '../pipeline/answer/client-writer.ts';
import { collectable, discardBody } from '../pipeline/collect-body.ts';
import { shed } from '../pipeline/exchange/refusal.ts';
import { notReady, sendRefusal } from './send-refusal.ts';

/** The requests of one protocol. */
export const protocolRoute =
  (gateway: Gateway, protocol: Protocol) =>
  (request: ClientRequest, response: ClientResponse): void => {
    const runtime = gateway.runtime();
    const reason = gateway.admission.admit(request, response);
    if (reason === undefined && runtime) {
      run(new Exchange({ gateway, protocol, runtime, request, response }));
      return;
    }
    if (reason === undefined) notReady(request, response);
    else shedRequest(request, response, reason);
    expectRest(response, gateway.clientStallMs);
  };

/** Nothing of the request is looked at, and its connection can be used again. */
function shedRequest(request: ClientRequest, response: ClientResponse, reason: ShedReason): void {
  discardBody(collectable(request));
  sendRefusal(request, response, shed(reason));
}
