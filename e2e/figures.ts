import type { Counts } from './load/counts.ts';

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
