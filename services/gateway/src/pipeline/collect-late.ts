import type { IncomingMessage } from 'node:http';
import type { CollectableRequest } from '../client/client.ts';
import { collectable, collectBody, discardBody, type CollectOptions } from './collect-body.ts';
import type { Collected } from './collect-body.ts';

/** Does what collectBody does for a request that waited for something else first. Of its body, Node has kept no more meanwhile than it reads ahead; the rest waited with the client. */
export function collectLate(
  request: IncomingMessage,
  options: CollectOptions,
  done: (body: Collected) => void,
): void {
  handOver(request, (late) => {
    collectBody(late, options, done);
  });
}

/** The same for discardBody. */
export const discardLate = (request: IncomingMessage): void => {
  handOver(request, discardBody);
};

/** Gives a request a sink, and that one what came before. */
function handOver(request: IncomingMessage, giveSink: (request: CollectableRequest) => void): void {
  const pieces: Buffer[] = [];
  for (;;) {
    const piece = request.read() as Buffer | null;
    if (piece === null) break;
    pieces.push(piece);
  }
  const isWhole = request.complete;
  const late = collectable(request);
  giveSink(late);
  for (const piece of pieces) late.sink?.add(piece);
  if (!isWhole) return;
  const { sink } = late;
  late.sink = undefined;
  sink?.end();
}
