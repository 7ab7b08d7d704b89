import { z } from 'zod';

/** What a run measured, said while it goes on and as a table at its end. */
export class Figures {
  private readonly rows: [string, string][] = [];
  private readonly say: (line: string) => void;

  constructor(say: (line: string) => void) {
    this.say = say;
  }

  add(what: string, value: string): void {
    this.rows.push([what, value]);
    this.say(`${what}: ${value}`);
  }

  /** Does a piece of work and tells how long it took. */
  readonly step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const result = await work();
    this.add(what, `${((performance.now() - started) / 1000).toFixed(1)} s`);
    return result;
  };

  /** What an event cost requests. */
  requests(event: string, counts: Counts): void {
    const { sent, failed, lostConnections, wrong } = counts;
    const why = lostConnections + failed > 0 ? ` ${JSON.stringify(wrong)}` : '';
    const value = `${sent} requests, ${failed} failed, ${lostConnections} connections lost and tried again${why}`;
    this.add(event, value);
  }

  table(): string {
    const width = Math.max(...this.rows.map(([what]) => what.length));
    return this.rows.map(([what, value]) => `${what.padEnd(width)}  ${value}`).join('\n');
  }
}

/** What happened to requests, as the client in the pod says it. */
export const countsSchema = z.object({
  /** Requests, however often tried. */
  sent: z.int(),
  /** With 200 and, a stream, to its end. */
  answered: z.int(),
  /** Answered otherwise, or not after all retries. */
  failed: z.int(),
  /** Tries that ended with the connection and not with an answer. */
  lostConnections: z.int(),
  /** How often what went wrong. */
  wrong: z.record(z.string(), z.int()),
});
export type Counts = z.output<typeof countsSchema>;

export const NOTHING: Counts = { sent: 0, answered: 0, failed: 0, lostConnections: 0, wrong: {} };

/** What came to `before` until `after`. */
export function difference(before: Counts, after: Counts): Counts {
  const wrong = Object.entries(after.wrong)
    .map(([what, count]): [string, number] => [what, count - (before.wrong[what] ?? 0)])
    .filter(([, count]) => count > 0);
  return {
    sent: after.sent - before.sent,
    answered: after.answered - before.answered,
    failed: after.failed - before.failed,
    lostConnections: after.lostConnections - before.lostConnections,
    wrong: Object.fromEntries(wrong),
  };
}
