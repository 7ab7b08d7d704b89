import type { WriteGuard } from '../write-guard.ts';

/** Counts the writes that it is told of. */
export class RecordingGuard implements WriteGuard {
  begun = 0;
  refusals = 0;
  /** What `begin` rejects with. */
  refusal: Error | undefined;

  begin(): Promise<void> {
    if (this.refusal) return Promise.reject(this.refusal);
    this.begun += 1;
    return Promise.resolve();
  }

  refused(): void {
    this.refusals += 1;
  }
}
