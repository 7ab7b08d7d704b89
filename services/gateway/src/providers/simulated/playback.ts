import type { Clock } from '@aicp/common/time/clock';
import type { Plan } from './simulation.ts';
import type { ServerResponse } from 'node:http';

/** How an answer begins. */
export interface Head {
  readonly status: number;
  readonly contentType: string;
  /** Bytes of the whole answer; undefined for a stream. */
  readonly length: number | undefined;
}

/** Where a plan is played to. */
export interface Stage {
  start(head: Head): void;
  /** A promise where the next chunk has to wait. */
  write(chunk: Buffer): Promise<void> | undefined;
  end(): void;
  /** Breaks the connection off. */
  break(): void;
}

/** Plays a plan in its time. Rejects with the signal's reason when it aborts in between. Without any wait it is over at once. */
export async function play(
  plan: Plan,
  stage: Stage,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<void> {
  if (plan.delayMs > 0) await clock.sleep(plan.delayMs, signal);
  const [first = NOTHING] = plan.chunks;
  const { status, contentType, isStream } = plan;
  stage.start({ status, contentType, length: isStream ? undefined : first.length });
  const chunks = plan.breaks ? firstHalf(plan) : plan.chunks;
  if (plan.paceMs > 0) {
    await paced(chunks, plan.paceMs, stage, { clock, signal });
  } else {
    const full = stage.write(chunks.length === 1 ? (chunks[0] ?? NOTHING) : Buffer.concat(chunks));
    if (full) await full;
  }
  if (plan.breaks) stage.break();
  else stage.end();
}

const NOTHING = Buffer.alloc(0);

/** Each chunk at its own moment after the first, so that delays do not add up. */
async function paced(
  chunks: readonly Buffer[],
  paceMs: number,
  stage: Stage,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<void> {
  const started = clock.monotonic();
  for (const [index, chunk] of chunks.entries()) {
    const wait = started + index * paceMs - clock.monotonic();
    if (wait > 0) await clock.sleep(wait, signal);
    signal.throwIfAborted();
    await stage.write(chunk);
  }
}

function firstHalf({ chunks, isStream }: Plan): readonly Buffer[] {
  if (isStream) return chunks.slice(0, Math.ceil(chunks.length / 2));
  return chunks.map((chunk) => chunk.subarray(0, Math.floor(chunk.length / 2)));
}

/** Plays a plan to an HTTP client. */
export class ResponseStage implements Stage {
  private readonly response: ServerResponse;

  constructor(response: ServerResponse) {
    this.response = response;
  }

  start({ status, contentType, length }: Head): void {
    const size = length === undefined ? {} : { 'content-length': length };
    this.response.writeHead(status, { 'content-type': contentType, ...size });
  }

  write(chunk: Buffer): Promise<void> | undefined {
    const { response } = this;
    if (response.write(chunk)) return undefined;
    return new Promise((resolve) => {
      response.once('drain', resolve);
      response.once('close', resolve);
    });
  }

  end(): void {
    this.response.end();
  }

  /** What was written still goes out, and then nothing, not even the end that was promised. */
  break(): void {
    this.response.socket?.destroySoon();
  }
}
