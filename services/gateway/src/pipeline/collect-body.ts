import type { BodySink, ClientRequest, CollectableRequest } from '../client/client.ts';
import type { Clock } from '@aicp/common/time/clock';
import type { BodyShare } from '../memory/request-memory.ts';
import { BodyBytes } from '../memory/body-bytes.ts';

export interface CollectOptions {
  /** Bytes of the largest body. */
  readonly limit: number;
  /** Milliseconds in which all of it has to be there. */
  readonly deadlineMs: number;
  /** Where the bytes that came are counted. */
  readonly share: BodyShare;
  readonly clock: Clock;
}

/** A body, or why there is none: larger than the limit, no memory left for it, or not all there in time. */
export type Collected = Buffer | 'large' | 'full' | 'late';

/**
 * Collects a request's body and calls `done` once. What a client sends after `done` is thrown away, so that it can read its answer; one
 * that goes on and on is cut. A client that leaves before the end is not answered: `done` is not called.
 */
export function collectBody(
  request: CollectableRequest,
  options: CollectOptions,
  done: (body: Collected) => void,
): void {
  const declared = Number(request.headers['content-length'] ?? Infinity);
  const collector = new BodyCollector({ ...options, request, declared, done });
  request.sink = collector;
  if (declared !== Infinity && declared > options.limit) collector.finish('large');
  else collector.begin();
}

/** The server makes all its requests such. What came before there was a sink would be missing. */
export function collectable(request: ClientRequest): CollectableRequest {
  if (!('sink' in request) || request.readableLength > 0) {
    throw new TypeError('the body of this request cannot be collected');
  }
  return request as CollectableRequest;
}

/** So much of a body that nobody wants is read, in a fraction of a millisecond, so that its connection can be used again. */
const DISCARDED_BYTES = 1_048_576;

/** Throws a request's body away as it comes, so that its client reads the answer and goes on; one that sends on and on is cut. */
export function discardBody(request: CollectableRequest): void {
  let size = 0;
  request.sink = {
    add: ({ length }) => {
      size += length;
      if (size > DISCARDED_BYTES) request.destroy();
    },
    end: () => undefined,
  };
}

interface CollectorOptions extends CollectOptions {
  readonly request: CollectableRequest;
  /** Bytes that the client says it sends; infinite where it does not say. */
  readonly declared: number;
  readonly done: (body: Collected) => void;
}

class BodyCollector implements BodySink {
  private readonly options: CollectorOptions;
  private bytes: BodyBytes | undefined;
  private size = 0;
  private deadline: AbortController | undefined;

  constructor(options: CollectorOptions) {
    this.options = options;
    this.bytes = new BodyBytes(Math.min(options.declared, options.limit));
  }

  /** A body that comes with its head, as nearly all do, needs no deadline; all others have one, also where no byte of it comes. */
  begin(): void {
    setImmediate(() => {
      if (this.bytes && !this.options.request.destroyed) this.startDeadline();
    });
  }

  add(chunk: Buffer): void {
    const { limit, share, request } = this.options;
    this.size += chunk.length;
    if (!this.bytes) {
      if (this.size > 2 * limit) request.destroy();
    } else if (this.size > limit) {
      this.finish('large');
    } else if (!share.take(chunk.length)) {
      this.finish('full');
    } else {
      this.bytes.add(chunk);
    }
  }

  end(): void {
    if (this.bytes) this.finish(this.bytes.take());
  }

  finish(body: Collected): void {
    this.bytes = undefined;
    this.deadline?.abort();
    this.options.done(body);
  }

  private startDeadline(): void {
    const { clock, deadlineMs, request } = this.options;
    const deadline = new AbortController();
    this.deadline = deadline;
    request.once('close', () => {
      deadline.abort();
    });
    clock.sleep(deadlineMs, deadline.signal).then(
      () => {
        if (this.bytes) this.finish('late');
      },
      () => undefined,
    );
  }
}
