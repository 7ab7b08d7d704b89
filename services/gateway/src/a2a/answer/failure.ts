import { ForeignAnswer } from '../ids/scoped-ids.ts';
import { agentFailed, invalidAnswer, type RpcError } from '../rpc/rpc-error.ts';
import { AnswerTooLong, NoRoom } from '../upstream/answer-bytes.ts';

/** Why an agent's answer is not passed on. */
export interface Failure {
  /** HTTP status, where none was sent yet. */
  readonly status: number;
  readonly error: RpcError;
}

export const late = (): Failure => ({
  status: 504,
  error: agentFailed('The agent did not answer in time. Its task may go on: ask for it later.'),
});

/** Of an agent that has no card that could be used. */
export const uncallable = (): Failure => ({
  status: 502,
  error: agentFailed('The agent cannot be called now. Ask whoever set it up to test it.'),
});

export const badStatus = (status: number): Failure =>
  BUSY.has(status)
    ? { status: 503, error: agentFailed('The agent takes no requests now. Try again later.') }
    : {
        status: 502,
        error: agentFailed(`The agent answered with status ${status}, which is no answer of A2A.`),
      };

/** What says that another try may be answered. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

/** What went wrong, without a word of where the agent is. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ForeignAnswer) {
    return {
      status: 502,
      error: invalidAnswer('What the agent answered is none of the protocol.'),
    };
  }
  if (error instanceof AnswerTooLong) {
    return { status: 502, error: invalidAnswer('The answer of the agent is too long.') };
  }
  if (error instanceof NoRoom) {
    const message = 'The gateway has no memory left for this answer. Try again later.';
    return { status: 503, error: agentFailed(message) };
  }
  return { status: 502, error: agentFailed('The agent does not answer.') };
}
