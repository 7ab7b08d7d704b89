/** How long sessions may last. */
export interface RealtimeSettings {
  /** Milliseconds of the longest session. */
  readonly sessionMs: number;
  /** Milliseconds without any event, after which a session is ended. */
  readonly idleMs: number;
}

/** What is taken where nothing is said: OpenAI ends sessions after an hour too. */
export const REALTIME_DEFAULTS: RealtimeSettings = { sessionMs: 3_600_000, idleMs: 600_000 };
