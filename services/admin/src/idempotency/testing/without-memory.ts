import type { IdempotentAnswers } from '../idempotent-answers.ts';

/** Runs every request, whether it has a key or not: for tests of something else. */
export const withoutMemory: Pick<IdempotentAnswers, 'answer'> = {
  answer: (context, _caller, handler) => handler(context),
};
