import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { callerOf } from '../pipeline/authenticate.ts';
import type { Gateway } from '../pipeline/gateway.ts';
import { BODY_LIMIT } from '../pipeline/read.ts';
import { unmetExpectation } from '../pipeline/refusal.ts';
import { sendRefusal } from './send-refusal.ts';

/**
 * Answers requests that ask before they send their body (`expect: 100-continue`): only whose key is good, and whose body is not too
 * large by its own word, is asked for it. All others get their refusal at once.
 */
export function answerExpectations(
  server: Server,
  gateway: Pick<Gateway, 'runtime' | 'clock'>,
): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (isWelcome(request, gateway)) response.writeContinue();
    // Nobody knows whether the body comes all the same: what follows on this connection could be it.
    else response.shouldKeepAlive = false;
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
    sendRefusal(request, response, unmetExpectation());
  });
}

function isWelcome(
  request: IncomingMessage,
  { runtime, clock }: Pick<Gateway, 'runtime' | 'clock'>,
): boolean {
  const current = runtime();
  if (!current || Number(request.headers['content-length'] ?? 0) > BODY_LIMIT) return false;
  return !('status' in callerOf(request, current, clock.now()));
}
