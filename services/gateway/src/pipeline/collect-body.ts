import type { IncomingMessage } from 'node:http';

/**
 * Collects a request's body and calls `done` once: with the bytes, or with nothing where there are more than `limit`. What a client
 * sends beyond the limit is thrown away, so that it can read its answer; one that goes on and on is cut. A client that leaves before
 * the end is not answered: `done` is not called.
 */
export function collectBody(
  request: IncomingMessage,
  limit: number,
  done: (body: Buffer | undefined) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let isOver = false;
  const overflow = () => {
    isOver = true;
    chunks.length = 0;
    done(undefined);
  };
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (isOver) {
      if (size > 2 * limit) request.destroy();
    } else if (size > limit) {
      overflow();
    } else {
      chunks.push(chunk);
    }
  });
  request.on('end', () => {
    if (!isOver) done(joined(chunks));
  });
  if (Number(request.headers['content-length'] ?? 0) > limit) overflow();
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return first && chunks.length === 1 ? first : Buffer.concat(chunks);
}
