import { Worker } from 'node:worker_threads';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import { Problem } from '@aicp/common/errors/problem';
import type { Done, Work } from './counting-worker.ts';
import type { Encoding } from './encodings.ts';
import { LONGEST_SLICE, textSlices } from './text-slices.ts';
import type { TokenCounter } from './token-counter.ts';

/** Encodings take some 100 MB of it. */
const HEAP_MIB = 256;
/** After so long without a question the thread ends, and gives its memory back; the next question starts it again, which takes about a second. */
const IDLE_MS = 600_000;
const LOOK_EVERY_MS = 60_000;
/** Characters that may wait to be counted: some ten seconds of work. */
const MOST_WAITING = 16_777_216;

interface Asked {
  readonly resolve: (tokens: number) => void;
  readonly reject: (error: Error) => void;
}

interface Running {
  readonly worker: Worker;
  /** By the numbers of what it was asked. */
  readonly waiting: Map<number, Asked>;
}

/**
 * A thread that counts tokens. It starts with the first question, and again after it died. Long prompts are counted slice by slice, so that short ones that come meanwhile do not
 * wait for them.
 */
export class CountingThread implements TokenCounter {
  private readonly clock: Clock;
  private readonly loop: BackgroundLoop;
  private running: Running | undefined;
  private asked = 0;
  private lastAskedMs = 0;
  private waitingCharacters = 0;

  constructor({ clock, onFailure }: { clock: Clock; onFailure: (error: unknown) => void }) {
    this.clock = clock;
    const work = (): Promise<void> => this.endIfIdle();
    this.loop = new BackgroundLoop({ work, everyMs: LOOK_EVERY_MS, clock, onFailure });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
    await this.running?.worker.terminate();
  }

  /** Rejects with a Problem (503) where more waits already than is counted in a while. */
  async count(texts: readonly string[], encoding: Encoding): Promise<number> {
    const characters = texts.reduce((sum, { length }) => sum + length, 0);
    if (this.waitingCharacters > 0 && this.waitingCharacters + characters > MOST_WAITING) {
      throw tooBusy();
    }
    this.waitingCharacters += characters;
    try {
      return await this.countInTurns(texts, encoding);
    } finally {
      this.waitingCharacters -= characters;
    }
  }

  private async countInTurns(texts: readonly string[], encoding: Encoding): Promise<number> {
    let tokens = 0;
    for (const slice of joined(texts)) {
      const counts = await Promise.all(slice.map((text) => this.ask(text, encoding)));
      for (const count of counts) tokens += count;
    }
    return tokens;
  }

  private async ask(text: string, encoding: Encoding): Promise<number> {
    this.lastAskedMs = this.clock.monotonic();
    this.running ??= this.spawn();
    const { worker, waiting } = this.running;
    this.asked += 1;
    const id = this.asked;
    return await new Promise<number>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, text, encoding } satisfies Work);
    });
  }

  /** Who asks while the thread ends gets another one. */
  private async endIfIdle(): Promise<void> {
    const { running } = this;
    const idleMs = this.clock.monotonic() - this.lastAskedMs;
    if (!running || running.waiting.size > 0 || idleMs < IDLE_MS) return;
    this.running = undefined;
    await running.worker.terminate();
  }

  private spawn(): Running {
    const worker = new Worker(new URL('./counting-worker.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    });
    worker.unref();
    const waiting = new Map<number, Asked>();
    const running = { worker, waiting };
    let cause: unknown;
    worker.on('message', ({ id, tokens }: Done) => {
      waiting.get(id)?.resolve(tokens);
      waiting.delete(id);
    });
    worker.once('error', (error) => {
      cause = error;
    });
    worker.once('exit', () => {
      if (this.running === running) this.running = undefined;
      const ended = new Error('the thread that counts tokens has ended', { cause });
      for (const { reject } of waiting.values()) reject(ended);
    });
    return running;
  }
}

/** The texts in rounds of bounded length. */
function* joined(texts: readonly string[]): Generator<readonly string[]> {
  let round: string[] = [];
  let length = 0;
  for (const slice of texts.flatMap((text) => [...textSlices(text)])) {
    if (length > 0 && length + slice.length > LONGEST_SLICE) {
      yield round;
      round = [];
      length = 0;
    }
    round.push(slice);
    length += slice.length;
  }
  if (round.length > 0) yield round;
}

const tooBusy = (): Problem =>
  new Problem(503, 'Too many long prompts are being counted: try again in a moment.', {
    headers: { 'Retry-After': '2' },
  });
