import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isTurnedAway } from '../pipeline/admit.ts';
import { principalOf } from '../pipeline/authenticate.ts';
import type { Gateway } from '../pipeline/exchange/gateway.ts';
import { BODY_LIMIT } from '../pipeline/read.ts';
import { unmetExpectation, unreadable } from '../pipeline/exchange/refusal.ts';
import { sendRefusal } from './send-refusal.ts';
import type { AnswersOf } from '@aicp/common/http/pipelining';
import { answerUnreadable as answer } from '@aicp/common/http/unreadable-requests';
import { errorBody } from '../protocols/openai-chat/error-body.ts';

/**
 * Answers requests that ask before they send their body (`expect: 100-continue`): only who is let in, whose key is good and has not too
 * much under way, and whose body is not too large by its own word, is asked for it. All others get their refusal at once.
 */
export function answerExpectations(server: Server, gateway: Asked): void {
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

type Asked = Pick<Gateway, 'runtime' | 'clock' | 'admission' | 'holders'>;

function isWelcome(request: IncomingMessage, gateway: Asked): boolean {
  const { admission, runtime, clock } = gateway;
  if (admission.obstacleTo(request) !== undefined) return false;
  const current = runtime();
  if (!current || Number(request.headers['content-length'] ?? 0) > BODY_LIMIT) return false;
  const principal = principalOf(request, current, clock.now());
  if ('status' in principal) return false;
  return !isTurnedAway(request, principal, { gateway, runtime: current });
}

/** Has the server answer requests that no route ever sees, since Node cannot read them, with errors like all others. */
export function answerUnreadable(server: Server, answersOf: AnswersOf): void {
  answer(server, answersOf, ({ status, detail }) => ({
    contentType: 'application/json',
    body: errorBody(unreadable(status, detail)).toString(),
  }));
}
