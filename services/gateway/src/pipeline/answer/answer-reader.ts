import type { UpstreamError } from '../../providers/upstream/provider-client.ts';
import type { Ending } from '../exchange/phases.ts';
import type { AttemptFailure } from '../exchange/failure.ts';
import type { AnswerPart } from '../../protocols/protocol.ts';

/** Takes one answer of a provider, by its kind: a document, a stream, or the refusal of a request. */
export interface AnswerReader {
  /** What the client has been sent so far of an answer that is passed on as it comes. */
  readonly part?: AnswerPart | undefined;
  push(chunk: Buffer): void;
  /** The provider ended its answer. */
  end(): void;
  /** The answer broke off, or took too long. */
  broke(error: UpstreamError): void;
  /** Gives back what it holds: nothing will come of it. */
  drop(): void;
}

/** Who hears what became of an answer. After either, the reader hears no more. */
export interface AnswerOwner {
  /** The answer is over, well or not. */
  ended(ending: Ending): void;
  /** It is no answer, and the client has not had a byte. */
  failed(failure: AttemptFailure): void;
  /** The client is about to get the first byte. */
  begins(): void;
  /** More of the answer came: the time for the next part begins. */
  progressed(): void;
  /** As often as it is called, so often has `resume` to be before more of the answer is read. */
  pause(): void;
  resume(): void;
  /** Something of ours threw while nobody who called could take it. */
  faulted(error: unknown): void;
  /** Whether it has heard what became of the answer. */
  readonly isOver: boolean;
}
