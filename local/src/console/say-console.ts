import type { ConsoleState } from '../data/state.ts';

/** How the console stands, after its name, for a person. */
export function sayConsole({ status, address, log }: ConsoleState): string {
  switch (status) {
    case 'off':
      return 'not built here (it was switched off, or its sources are not here)';
    case 'waiting':
    case 'building':
      return `${address}   (being built: make status says when it is ready)`;
    case 'ready':
      return address;
    case 'failed':
      return `could not be built, see ${log}; \`npm run build --workspace console\` tries again. All else goes on.`;
  }
}

/** Tells how the building goes, once for each turn of it. */
export class ConsoleProgress {
  private readonly out: (text: string) => void;
  private last: ConsoleState['status'] | undefined;
  private beganAt: number | undefined;

  constructor(out: (text: string) => void) {
    this.out = out;
  }

  /** `now` in ms. */
  see(state: ConsoleState | undefined, now: number): void {
    if (!state || state.status === this.last) return;
    this.last = state.status;
    if (state.status === 'building') {
      this.beganAt = now;
      this.out('  console      building …\n');
    } else if (this.beganAt !== undefined && state.status === 'ready') {
      const seconds = ((now - this.beganAt) / 1000).toFixed(1);
      this.out(`  console      ready in ${seconds} s   ${state.address}\n`);
    } else if (state.status === 'failed') this.out(`  console      ${sayConsole(state)}\n`);
  }
}
