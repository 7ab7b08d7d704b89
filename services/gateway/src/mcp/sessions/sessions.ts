import type { Addressee } from './addressee.ts';
import { EndedSessions } from './ended-sessions.ts';
import { LogLevels } from './log-levels.ts';
import { OpenAsks } from './open-asks.ts';
import { OpenCalls } from './open-calls.ts';

/** What this replica knows of the sessions of clients of 2025, as long as it is needed: what they were asked, what they wait for, and what they want to hear. */
export class Sessions {
  readonly asks = new OpenAsks();
  readonly calls = new OpenCalls();
  readonly levels = new LogLevels();
  readonly ended = new EndedSessions();

  /** Its client has ended a session. */
  end(whose: Addressee): void {
    this.levels.forget(whose);
    this.ended.add(whose);
  }
}
