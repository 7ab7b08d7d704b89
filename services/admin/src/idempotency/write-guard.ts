/** Told of every write that a request makes, so that no write is made twice where the request is sent again. */
export interface WriteGuard {
  /** Before a write. What it rejects with keeps that write from being made. */
  begin(): Promise<void>;
  /** The write that was begun last has changed nothing. */
  refused(): void;
}
