import type { Server } from 'node:http';
import { answerUnreadable as answer } from '@aicp/common/http/unreadable-requests';
import { unreadable } from '../pipeline/refusal.ts';
import { errorBody } from '../protocols/openai/error-body.ts';

/** Has the server answer requests that no route ever sees, since Node cannot read them, with errors like all others. */
export function answerUnreadable(server: Server): void {
  answer(server, ({ status, detail }) => ({
    contentType: 'application/json',
    body: errorBody(unreadable(status, detail)).toString(),
  }));
}
