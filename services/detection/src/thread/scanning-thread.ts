import { Worker } from 'node:worker_threads';
import type { Done, Terms, Work } from './scanning-worker.ts';

/** What each guardrail found, by text; undefined where the thread could not look, and somebody else has to. */
export type Scanned = Done['findings'] | undefined;

/** The numbers of telephones, the patterns, and some long texts. */
const HEAP_MIB = 256;
/** UTF-16 units that may wait: some seconds of work. */
const MOST_WAITING = 33_554_432;

interface Waiting {
  readonly units: number;
  readonly done: (scanned: Scanned) => void;
}

/**
 * A thread that looks at long texts, one request after the other. It starts with the first of them; when it dies, what waited for it is answered with
 * undefined, and the next request starts another one.
 */
export class ScanningThread {
  private worker: Worker | undefined;
  private waiting = new Map<number, Waiting>();
  private units = 0;
  private count = 0;
  private readonly onFailure: (error: Error) => void;

  constructor(options: { readonly onFailure: (error: Error) => void }) {
    this.onFailure = options.onFailure;
  }

  /** Looks at texts with the detectors of some guardrails. */
  async scan(terms: readonly Terms[], texts: readonly string[]): Promise<Scanned> {
    const units = texts.reduce((sum, { length }) => sum + length, 0);
    if (this.units + units > MOST_WAITING) return undefined;
    this.worker ??= this.start();
    const { worker } = this;
    this.count += 1;
    const id = this.count;
    this.units += units;
    return await new Promise<Scanned>((done) => {
      this.waiting.set(id, { units, done });
      worker.postMessage({ id, terms, texts } satisfies Work);
    });
  }

  /** Ends the thread. What it had not looked at stays so. */
  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(new URL('./scanning-worker.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    });
    worker.unref();
    worker.on('message', ({ id, findings }: Done) => {
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      this.units -= asked?.units ?? 0;
      asked?.done(findings);
    });
    worker.once('error', this.onFailure);
    worker.once('exit', () => {
      this.worker = undefined;
      const { waiting } = this;
      this.waiting = new Map();
      this.units = 0;
      for (const { done } of waiting.values()) done(undefined);
    });
    return worker;
  }
}
