import { keyOfSession, type Addressee } from './addressee.ts';

/** The one that ended longest ago is forgotten. */
const MOST = 10_000;

/** Sessions that their clients have ended. Nothing is kept of those that are open: their ids say all there is. */
export class EndedSessions {
  private readonly keys = new Set<string>();

  add(whose: Addressee): void {
    const [oldest] = this.keys;
    if (oldest !== undefined && this.keys.size >= MOST) this.keys.delete(oldest);
    this.keys.add(keyOfSession(whose));
  }

  has(whose: Addressee): boolean {
    return this.keys.has(keyOfSession(whose));
  }
}
