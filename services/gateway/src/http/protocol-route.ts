import type { ClientRequest, ClientResponse } from '../client/client.ts';
import { Exchange } from '../pipeline/exchange/exchange.ts';
import type { Gateway } from '../pipeline/exchange/gateway.ts';
import { run } from '../pipeline/index.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { expectRest } from '../pipeline/answer/client-writer.ts';
import { collectable, discardBody } from '../pipeline/collect-body.ts';
import { pathNotFound, shed, type Refusal } from '../pipeline/exchange/refusal.ts';
import { noConfiguration, sendRefusal } from './send-refusal.ts';

/** The requests of one protocol. */
export const protocolRoute =
  (gateway: Gateway, protocol: Protocol) =>
  (request: ClientRequest, response: ClientResponse): void => {
    const url = request.url ?? '/';
    const address = protocol.addressOf?.(url);
    const turnAway = (refusal: Refusal): void => {
      sendRefusal(request, response, refusal, protocol);
      expectRest(response, gateway.clientStallMs);
    };
    if (protocol.addressOf && !address) {
      turnAway(pathNotFound('POST', url.replace(/\?.*$/, '')));
      return;
    }
    const runtime = gateway.runtime();
    const reason = gateway.admission.admit(request, response);
    if (reason === undefined && runtime) {
      run(new Exchange({ gateway, protocol, runtime, request, response, address }));
    } else if (reason === undefined) {
      turnAway(noConfiguration());
    } else {
      // Nothing of the request is looked at, and its connection can be used again.
      discardBody(collectable(request));
      turnAway(shed(reason));
    }
  };
