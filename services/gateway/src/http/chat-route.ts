import type { RequestHandler } from 'express';
import { Exchange } from '../pipeline/exchange.ts';
import type { Gateway } from '../pipeline/gateway.ts';
import { run } from '../pipeline/index.ts';
import { notReady } from './not-ready.ts';

/** `POST /v1/chat/completions`. */
export const chatRoute =
  (gateway: Gateway): RequestHandler =>
  (request, response) => {
    const runtime = gateway.runtime();
    if (runtime) run(new Exchange({ gateway, runtime, request, response }));
    else notReady(request, response);
  };
