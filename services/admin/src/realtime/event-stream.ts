import type { Clock } from '@aicp/common/time/clock';
import { pause } from '@aicp/common/time/clock';
import type { RealtimeMetrics } from './realtime-schema.ts';

export interface EventStreamOptions {
  /** The figures of now. Rejects while they can't be read. */
  readonly read: () => Promise<RealtimeMetrics>;
  /** Whether who asked for it may still be told. */
  readonly holds: () => Promise<boolean>;
  /** The moment of the last point that the client has; 0: none. */
  readonly after: number;
  readonly clock: Clock;
  /** Aborts when the client has gone, or the service stops. */
  readonly signal: AbortSignal;
  /** Ends the connection of a client that does not read. */
  readonly drop: () => void;
}

/** Half-way, a comment tells whoever stands between that somebody is there. */
const EVERY_MS = 10_000;
/** Afterwards the client comes again, and is asked anew who it is. */
const LONGEST_MS = 300_000;
/** A client that has not taken an event for so long is dropped. */
const SLOW_MS = 30_000;
const RETRY_MS = 2_000;

/** Events as `text/event-stream`: the figures at once and every ten seconds, each time with the points that the client does not have yet. */
export async function* eventStream(options: EventStreamOptions): AsyncGenerator<string> {
  const watch = new SlowReader(options);
  try {
    for await (const text of textsOf(options)) yield* watch.given(text);
  } finally {
    watch.end();
  }
}

async function* textsOf(options: EventStreamOptions): AsyncGenerator<string> {
  const { clock, signal, holds } = options;
  const began = clock.monotonic();
  let { after } = options;
  yield `retry: ${RETRY_MS}\n\n`;
  while (clock.monotonic() - began < LONGEST_MS && (await holds())) {
    const event = await eventOf(options, after);
    ({ after } = event);
    yield event.text;
    if (!(await pause(clock, EVERY_MS / 2, signal)) || !(await holds())) return;
    yield ': alive\n\n';
    if (!(await pause(clock, EVERY_MS / 2, signal))) return;
  }
}

/** One event, and up to which point the client knows them after it. */
async function eventOf(
  { read }: Pick<EventStreamOptions, 'read'>,
  after: number,
): Promise<{ readonly text: string; readonly after: number }> {
  let metrics: RealtimeMetrics;
  try {
    metrics = await read();
  } catch {
    // The client has its headers already: it is told, and the next event tries again.
    const detail = 'The figures cannot be read at the moment.';
    return { text: `event: unavailable\ndata: ${JSON.stringify({ detail })}\n\n`, after };
  }
  const points = metrics.points.filter(({ at }) => Date.parse(at) > after);
  const last = Date.parse(points.at(-1)?.at ?? '') || after;
  const data = JSON.stringify({ ...metrics, points });
  return { text: `id: ${last}\nevent: metrics\ndata: ${data}\n\n`, after: last };
}

/** Drops a client that does not take what it is given. */
class SlowReader {
  private readonly parts: { readonly clock: Clock; readonly drop: () => void };
  private waiting: AbortController | undefined;

  constructor(parts: SlowReader['parts']) {
    this.parts = parts;
  }

  *given(text: string): Generator<string> {
    const waiting = new AbortController();
    this.waiting = waiting;
    void this.dropLate(waiting.signal);
    yield text;
    waiting.abort();
  }

  end(): void {
    this.waiting?.abort();
  }

  private async dropLate(signal: AbortSignal): Promise<void> {
    if (await pause(this.parts.clock, SLOW_MS, signal)) this.parts.drop();
  }
}
