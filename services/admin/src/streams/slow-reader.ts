import type { Clock } from '@aicp/common/time/clock';
import { pause } from '@aicp/common/time/clock';

/** A client that has not taken an event for so long is dropped. */
const SLOW_MS = 30_000;

export interface SlowReaderParts {
  readonly clock: Clock;
  /** Ends the connection of a client that does not read. */
  readonly drop: () => void;
}

/** The same events; a client that does not take what it is given within half a minute is dropped. */
export async function* droppingSlow(
  events: AsyncIterable<string>,
  parts: SlowReaderParts,
): AsyncGenerator<string> {
  const watch = new SlowReader(parts);
  try {
    for await (const text of events) yield* watch.given(text);
  } finally {
    watch.end();
  }
}

/** Drops a client that does not take what it is given. */
class SlowReader {
  private readonly parts: SlowReaderParts;
  private waiting: AbortController | undefined;

  constructor(parts: SlowReaderParts) {
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
