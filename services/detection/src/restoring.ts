import { restored } from './redact.ts';

/** The longest placeholder that is waited for. */
const PLACEHOLDER_BEGUN = /<[A-Za-z0-9_]{0,80}$/;

/** Puts values back where their placeholders stand in a text that goes on in pieces: what may be the beginning of one waits for the rest. */
export class Restoring {
  private readonly values: ReadonlyMap<string, string>;
  /** What may be the beginning of a placeholder. */
  private begun = '';

  constructor(values: ReadonlyMap<string, string>) {
    this.values = values;
  }

  /** Whether there is anything to put back. */
  get isNeeded(): boolean {
    return this.values.size > 0;
  }

  /** Takes more of the text; gives what may go on. */
  push(text: string): string {
    if (!this.isNeeded) return text;
    const joined = this.begun + text;
    this.begun = PLACEHOLDER_BEGUN.exec(joined)?.[0] ?? '';
    return restored(joined.slice(0, joined.length - this.begun.length), this.values);
  }

  /** Gives what waits: no placeholder goes on from here. */
  flush(): string {
    const { begun } = this;
    this.begun = '';
    return begun;
  }
}
