import { STATUS_CODES, type Server } from 'node:http';
import { answerUnreadable as answer } from '@aicp/common/http/unreadable-requests';

/** Has the server answer requests that no route ever sees, since Node cannot read them, with problems like all others. */
export function answerUnreadable(server: Server): void {
  answer(server, ({ status, detail, id: instance }) => {
    const title = STATUS_CODES[status] ?? 'Error';
    return {
      contentType: 'application/problem+json; charset=utf-8',
      body: JSON.stringify({ type: 'about:blank', title, status, detail, instance }),
    };
  });
}
