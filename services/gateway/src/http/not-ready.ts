import type { IncomingMessage, ServerResponse } from 'node:http';
import { unavailable } from '../pipeline/refusal.ts';
import { sendRefusal } from './send-refusal.ts';

/** Before the first snapshot nobody can be known. */
export function notReady(request: IncomingMessage, response: ServerResponse): void {
  const message = 'The gateway has no configuration yet. Try again in a moment.';
  sendRefusal(request, response, unavailable('not_ready', message, 1));
}
