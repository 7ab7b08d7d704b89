import type { UpState } from '../data/state.ts';

/** Says once of each service that it became ready, with the seconds since the start. */
export class Progress {
  private readonly out: (text: string) => void;
  private readonly startedAt: number;
  private readonly announced = new Set<string>();

  constructor(out: (text: string) => void, now: number) {
    this.out = out;
    this.startedAt = now;
  }

  see(state: UpState, now: number): void {
    for (const { name, ready } of state.services) {
      if (!ready || this.announced.has(name)) continue;
      this.announced.add(name);
      this.out(`  ${name.padEnd(12)} ready   ${this.seconds(now)}\n`);
    }
  }

  seconds(now: number): string {
    return `${((now - this.startedAt) / 1000).toFixed(1)} s`;
  }
}
