type Json = Readonly<Record<string, unknown>>;

/** Of a response that runs in the background: how far it is. */
export class BackgroundRun {
  private readonly ended: Json;
  private pollsLeft: number;
  private isCancelled = false;

  /** `ended`: what it comes to. `polls`: so many times it is read before that. */
  constructor(ended: Json, polls: number) {
    this.ended = ended;
    this.pollsLeft = polls;
  }

  /** What its client is answered at first. */
  get queued(): Json {
    return this.unfinished('queued');
  }

  /** Whether nothing more becomes of it. */
  get isOver(): boolean {
    return this.isCancelled || this.pollsLeft <= 0;
  }

  /** Reads it, and brings it on by that. */
  poll(): Json {
    const read = this.read();
    this.pollsLeft -= 1;
    return read;
  }

  /** Reads it as it is. */
  read(): Json {
    if (this.isCancelled) return this.unfinished('cancelled');
    return this.pollsLeft > 0 ? this.unfinished('in_progress') : this.ended;
  }

  /** Ends it where it has not ended; one that has stays as it is. */
  cancel(): Json {
    if (!this.isOver) this.isCancelled = true;
    return this.read();
  }

  private unfinished(status: string): Json {
    return {
      ...this.ended,
      status,
      error: null,
      incomplete_details: null,
      output: [],
      usage: null,
    };
  }
}
