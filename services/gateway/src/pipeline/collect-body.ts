import type { IncomingMessage } from 'node:http';

/** Takes a body as it comes. */
export interface BodySink {
  add(chunk: Buffer): void;
  /** There is no more. */
  end(): void;
}

/** A request that hands its body to a sink, where it gets one in the turn in which it came. */
export interface CollectableRequest extends IncomingMessage {
  sink: BodySink | undefined;
}

/**
 * Collects a request's body and calls `done` once: with the bytes, or with nothing where there are more than `limit`. What a client
 * sends beyond the limit is thrown away, so that it can read its answer; one that goes on and on is cut. A client that leaves before
 * the end is not answered: `done` is not called.
 */
export function collectBody(
  request: CollectableRequest,
  limit: number,
  done: (body: Buffer | undefined) => void,
): void {
  const collector = new BodyCollector(request, limit, done);
  request.sink = collector;
  if (Number(request.headers['content-length'] ?? 0) > limit) collector.overflow();
}

class BodyCollector implements BodySink {
  private readonly request: CollectableRequest;
  private readonly limit: number;
  private readonly done: (body: Buffer | undefined) => void;
  private chunks: Buffer[] = [];
  private size = 0;
  private isOver = false;

  constructor(
    request: CollectableRequest,
    limit: number,
    done: (body: Buffer | undefined) => void,
  ) {
    this.request = request;
    this.limit = limit;
    this.done = done;
  }

  add(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.isOver) {
      if (this.size > 2 * this.limit) this.request.destroy();
    } else if (this.size > this.limit) {
      this.overflow();
    } else {
      this.chunks.push(chunk);
    }
  }

  end(): void {
    if (!this.isOver) this.done(joined(this.chunks));
  }

  overflow(): void {
    this.isOver = true;
    this.chunks = [];
    this.done(undefined);
  }
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return first && chunks.length === 1 ? first : Buffer.concat(chunks);
}
