import { keyOfSession, type Addressee } from './addressee.ts';

const LEVELS: readonly string[] = [
  ...['debug', 'info', 'notice', 'warning'],
  ...['error', 'critical', 'alert', 'emergency'],
];
/** Of sessions whose level is known; the one that said its own longest ago is forgotten. */
const MOST = 10_000;

/** From which level on clients of 2025 want to hear what servers log (`logging/setLevel`). */
export class LogLevels {
  private readonly levels = new Map<string, string>();

  set(whose: Addressee, level: string): void {
    const key = keyOfSession(whose);
    this.levels.delete(key);
    const [oldest] = this.levels.keys();
    if (oldest !== undefined && this.levels.size >= MOST) this.levels.delete(oldest);
    this.levels.set(key, level);
  }

  /** Undefined: it has said none. */
  of(whose: Addressee): string | undefined {
    return this.levels.get(keyOfSession(whose));
  }

  forget(whose: Addressee): void {
    this.levels.delete(keyOfSession(whose));
  }
}

/** Whether a message of this level is one of those from a level on. A level that does not exist is none. */
export const isAtLeast = (level: unknown, least: string): boolean =>
  typeof level === 'string' && LEVELS.indexOf(level) >= LEVELS.indexOf(least);
