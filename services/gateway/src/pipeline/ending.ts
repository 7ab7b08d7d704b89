import type { ChatStream } from '../protocols/openai/chat-stream.ts';
import type { AnswerPart } from './answer/answer-part.ts';
import type { Refusal } from './refusal.ts';

/** How the dispatch of a request ended. */
export type Ending =
  /** The client left; what it was sent of an answer, if one had begun. */
  | { readonly kind: 'gone'; readonly part: AnswerPart | undefined }
  /** A whole answer that is no stream, none of which has been sent. */
  | { readonly kind: 'document'; readonly body: Buffer }
  /** A large answer that is no stream, and was passed on to its end. */
  | { readonly kind: 'relayed'; readonly part: AnswerPart }
  /** Such an answer that broke off after the client had some of it. */
  | { readonly kind: 'cut'; readonly part: AnswerPart; readonly detail: string }
  /** The provider refused the request itself; the client is told in its words. */
  | { readonly kind: 'rejected'; readonly status: number; readonly body: Buffer }
  /** A stream that was passed on to its end. */
  | { readonly kind: 'streamed'; readonly stream: ChatStream }
  /** A stream that broke after the client had some of it. */
  | { readonly kind: 'broken'; readonly stream: ChatStream; readonly detail: string }
  /** Nobody answered, and the client has not had a byte. */
  | { readonly kind: 'failed'; readonly refusal: Refusal };

/** Before anything came. */
export const NOTHING_CAME: Ending = { kind: 'gone', part: undefined };
