import type { Fault } from '../conversation/answer-event.ts';
import type { FormatName, RequestFacts, WrittenRequest } from '../format.ts';

/** A request that is no conversation as a vendor takes it, and what reads its answer. */
export interface TranslatedRequest extends WrittenRequest {
  /** What the vendor is asked behind it, one after the other, where it takes less at a time; absent: nothing. */
  readonly more?: readonly Buffer[];
  /** Reads the vendor's whole answer to what was asked, and then those to `more`, one after the other, so that no more than what they say is held. Throws `Undecodable`. */
  take(body: Buffer): void;
  /** What was read as the client's API has it. Throws `Undecodable` where something is missing. */
  answer(): Buffer;
}

/**
 * The way from one API into another for requests that are no conversations, such as embeddings: each pair has its own, since there is nothing
 * between them that all have in common. Such answers are documents; none is a stream.
 */
export interface DocumentTranslation {
  /** Throws `Untranslatable`. */
  translate(body: Buffer, facts: RequestFacts): TranslatedRequest;
  /** An error as the vendor says it, whatever its body holds. */
  readFault(body: Buffer, status: number): Fault;
  /** The body of an error in the client's API. */
  writeFault(fault: Fault, status: number): Buffer;
}

/** By the client's API, then by the vendor's. */
export type DocumentTranslations = Partial<
  Record<FormatName, Partial<Record<FormatName, DocumentTranslation>>>
>;
