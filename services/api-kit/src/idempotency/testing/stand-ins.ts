import type { WriteGuard } from '../../route/route.ts';
import type { IdempotentAnswers } from '../idempotent-answers.ts';

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

/** Runs every request, whether it has a key or not: for tests of something else. */
export const withoutMemory: Pick<IdempotentAnswers, 'answer'> = {
  answer: (context, _caller, handler) => handler(context),
};
