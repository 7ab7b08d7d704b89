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
}

/** Half-way, a comment tells whoever stands between that somebody is there. */
const EVERY_MS = 10_000;
/** Afterwards the client comes again, and is asked anew who it is. */
const LONGEST_MS = 300_000;
const RETRY_MS = 2_000;

/** Events as `text/event-stream`: the figures at once and every ten seconds, each time with the points that the client does not have yet. */
export async function* eventStream(options: EventStreamOptions): AsyncGenerator<string> {
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
