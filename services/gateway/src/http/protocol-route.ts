import type { RequestHandler } from 'express';
import { Exchange } from '../pipeline/exchange/exchange.ts';
import type { Gateway } from '../pipeline/exchange/gateway.ts';
import { run } from '../pipeline/index.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { notReady } from './send-refusal.ts';

/** The requests of one protocol. */
export const protocolRoute =
  (gateway: Gateway, protocol: Protocol): RequestHandler =>
  (request, response) => {
    const runtime = gateway.runtime();
    if (runtime) run(new Exchange({ gateway, protocol, runtime, request, response }));
    else notReady(request, response);
  };
