import type { FormatName } from '../formats/format.ts';
import type { PromptReference } from '@aicp/contracts/prompts/prompt-reference';
import type { RefusalReason } from '@aicp/contracts/routing/catalog/resolution';
import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { OutputGuard } from '../guardrails/output/output-guard.ts';
import type { Holding, IdNaming } from '../held/holding.ts';
import type { ChatSounds } from '../sounds/chat-sounds.ts';
import type { Cleaner } from './cleaner.ts';
import type { StreamForm } from './stream-form.ts';
import type { Slices } from '../guardrails/output/slices.ts';

/**
 * One API that clients speak to the gateway. Everything that differs between such APIs is behind this interface: the pipeline knows no
 * API by its name. A protocol has a folder of its own beside this file.
 */
export interface Protocol {
  /** For people, as it stands in logs. */
  readonly name: string;
  /** The API that its requests are written in. */
  readonly format: FormatName;
  /** What models are for that serve its requests, as a Model's `mode`; absent: chats. */
  readonly modes?: readonly string[];
  /** Where its requests are posted, each as a path of Express: `/v1/chat/completions`. What stands there beside the protocol's own words, its `addressOf` reads. */
  readonly paths: readonly string[];
  /**
   * What requests ask for by addresses that are read without Express, query included: none that is percent-encoded, nor any that another route
   * serves. Absent: those `paths` that hold no pattern, without a query.
   */
  readonly plainTargets?: RegExp;
  /** What the address of a request says, by its path and query; undefined where that is no address of the protocol. Absent: nothing. */
  addressOf?(url: string): RequestAddress | undefined;
  /** How a stream is written for who asked by this address; undefined, and where it is absent: as events. */
  streamForm?(address: RequestAddress | undefined): StreamForm | undefined;
  /** Whether its clients fail at a comment in a stream of events: what a stream cost is in the trailer alone then. Absent: they read past comments. */
  readonly readsNoComments?: true;
  /** A header in which its clients look for the request's id, beside `x-request-id`; absent: none. */
  readonly requestIdHeader?: string;
  /** Headers of the client that go on to a provider that speaks the same API, in lower case; absent: none. */
  readonly passedHeaders?: readonly string[];
  /** Reads the body of a request, or says what is wrong with it. `contentType`: as the client's header has it. */
  read(body: Buffer, address?: RequestAddress, contentType?: string): ProtocolRequest | BadRequest;
  /**
   * Reads a large body without keeping other requests waiting. The memory of `body` may move elsewhere: what is read brings its own.
   * `done` gets undefined where the body is lost.
   */
  readLarge(
    body: Buffer<ArrayBuffer>,
    done: (read: ProtocolRequest | BadRequest | undefined) => void,
    address?: RequestAddress,
    contentType?: string,
  ): void;
  /** The tokens of a whole answer, or of a part of one, as the provider counted them; undefined where it says nothing of use. */
  usageOf(answer: Buffer): CountedTokens | undefined;
  /** Characters of text in a whole answer, or in the beginning of one, for an estimate where the provider did not count. */
  charactersOf(answer: Buffer): number;
  /** Whether its answers hold no text to speak of, so that their bytes tell nothing of what they used; absent: they are text. */
  readonly isMedia?: true;
  /** Whether a model that knows no streams answers a request for one by a document, as its vendor documents it, or where vendors pass over the wish; absent: it does not. */
  readonly mayAnswerWhole?: true;
  /** What a whole answer calls its model; undefined where it does not say. Absent: no answer says. */
  modelOf?(answer: Buffer): string | undefined;
  /** The body of an error answer of the gateway. `requestId`: of the request, where that is known. */
  errorBody(error: ProtocolError, requestId?: string): Buffer;
  /** The error of a provider as the client is told; `guard` takes out what must not be told. */
  providerError(body: Buffer, status: number, guard: Cleaner): Buffer;
  /** Why a provider refused a request with this error, where that is a reason to ask another; undefined: it is none. */
  refusalReason(body: Buffer, status: number): RefusalReason | undefined;
  /** The body of an error as the last event of a stream that broke off. */
  errorEvent(body: Buffer): string;
  /** A whole answer, which is one of the protocol, as guardrails let it go on; undefined where they stopped it. `input`: what was asked. */
  guardDocument(answer: Buffer, guard: OutputGuard, input: Answerable): Slices<Buffer | undefined>;
  /** The same for a stream, of what its `StreamAnswer` passes on. */
  guardStream(guard: OutputGuard, input: Answerable): GuardedAnswer;
  /** Absent: its answers are not given again. */
  readonly replay?: Replay;
}

const CHATS: readonly string[] = ['chat'];
/** The modes of models that may serve requests of a protocol. */
export const modesOf = ({ modes = CHATS }: Pick<Protocol, 'modes'>): readonly string[] => modes;

/** What the address of a request says of it, where its protocol has that in the path. */
export interface RequestAddress {
  /** The model that is asked for. */
  readonly model?: string;
  readonly stream?: boolean;
}

/** How many answers a request is for. Who asks for one reads all that comes as that one, whatever its numbers say. */
export type Answerable = Pick<ProtocolRequest, 'answers'>;
export const wantsOne = ({ answers = 1 }: Answerable): boolean => answers === 1;

/** What later stages read of a request, and what only its protocol can make of it. */
export interface ProtocolRequest extends ChatSounds {
  /** Undefined where the client named none. */
  readonly model: string | undefined;
  /** Whether the client wants a stream. */
  readonly stream: boolean;
  /** The largest answer that the client takes, in tokens; undefined where it does not say. */
  readonly maxTokens: number | undefined;
  /** How many answers the client wants; absent: one. */
  readonly answers?: number;
  /** How many images the client wants; absent: none. */
  readonly images?: number | undefined;
  /** Characters of the text that the client wants to hear, which vendors charge for; absent: none. */
  readonly spokenCharacters?: number | undefined;
  /** Milliseconds of the sound that is to be written down, as it says itself, or by its size; absent: none. */
  readonly heardMs?: number | undefined;
  /** The end user, as the client names one. */
  readonly user: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Whether the model may call tools. */
  readonly hasTools: boolean;
  /** Bytes of its body. */
  readonly size: number;
  /** Characters of text that the model reads. */
  readonly promptCharacters: number;
  /** The requests that it stands for, as a batch does; absent: it is one. */
  readonly parts?: readonly ProtocolRequest[] | undefined;
  /** What it has to do with what lives at providers; absent: nothing. */
  readonly holding?: Holding | undefined;
  /** The prompt that it names; absent: none. */
  readonly prompt?: PromptReference | undefined;
  /** The same request with the text of its prompt as a message, and without its name. Absent: requests of the protocol name no prompts. */
  withPrompt?(text: string): ProtocolRequest;
  /** What the model reads, found anew each time. */
  promptTexts(): PromptTexts;
  /** The same request with other texts in the place of some, by their places in `promptTexts`. Nothing else of it differs. */
  withTexts(texts: ReadonlyMap<number, string>): ProtocolRequest;
  /**
   * What its answer depends on, or why its answer is none to keep. Absent: answers of the protocol are not kept. `within`: those who may learn from how
   * long this takes that the same was asked before.
   */
  asked?(within: string): Asked | Unrepeatable;
  /** What its body is, as its provider is told; absent: JSON. */
  readonly contentType?: string;
  /** The body as a provider is to read it, which calls the model `upstreamModel`, and what lives there by `upstreamIds`, by our ids. */
  bodyFor(upstreamModel: string, upstreamIds?: ReadonlyMap<string, string>): Buffer;
  /** Reads an answer that is a stream. `naming`: what it calls itself is told so; absent: as it came. */
  openStream(naming?: IdNaming): StreamAnswer;
  /** Reads an answer that is a document. `contentType`: what the provider says that it sends. */
  openDocument(contentType: string): DocumentAnswer;
  /** A whole answer that is a document with our ids in it. Absent: answers of the protocol are not kept by providers. */
  withIds?(answer: Buffer, naming: IdNaming): Buffer;
}

/** What an answer depends on, beside the model that gives it. */
export interface Question {
  /** Equal for requests that mean the same, and for no others: a digest of its canonical form. */
  readonly canonical: string;
  /** Undefined where the request names none. */
  readonly temperature: number | undefined;
}

/** The same, and how it is to be answered. */
export interface Asked extends Question {
  /** Whether a stream ends with what it used. */
  readonly wantsUsage: boolean;
  /** The question that it ends with, and all else that its answer depends on; undefined where it ends otherwise. */
  alike?(): AlikeQuestion | undefined;
}

/** A request whose answer may be that of another that asks the same in other words. */
export interface AlikeQuestion {
  /** What the user wrote last. */
  readonly text: string;
  /** As `canonical`, without that text: equal for requests that differ in it alone. */
  readonly frame: string;
}

/** Why an answer is none to keep, as one word: `media`. */
export interface Unrepeatable {
  readonly reason: string;
}

/** Gives answers again. */
export interface Replay {
  /** A whole stream, without its usage, as the document that it would have been with this usage; undefined where it holds what no document is known to have. */
  documentOf(stream: Buffer, tokens: TokenBuckets): Buffer | undefined;
  /** Whether a document is a whole answer that asks nobody to do anything. */
  isRepeatable(document: Buffer): boolean;
  /** The same answer as a stream. */
  streamOf(document: Buffer, wantsUsage: boolean): Buffer;
}

/** What the model reads of a request. */
export interface PromptTexts {
  readonly texts: readonly PromptText[];
  /** What is there and cannot be looked at, each as one word: `image`. */
  readonly unseen: ReadonlySet<string>;
}

/** One text that the model reads. */
export interface PromptText {
  /** Whether the text is JSON itself, as arguments of tools are. */
  readonly form: 'text' | 'json';
  readonly text: string;
  /** Texts with the same number are parts of one, which its reader sees joined. */
  readonly partOf?: number | undefined;
  /** Names of members, and other words that nothing can take the place of: what would be replaced in them stops the request. `names`: each is one word, which tells judges nothing; they come last. */
  readonly fixed?: 'names' | 'texts';
}

/** Why a body is no request of the protocol. */
export interface BadRequest {
  readonly message: string;
  /** The member that is wrong, where it is one. */
  readonly param: string | null;
  /** For programs, where clients know one; absent: none. */
  readonly code?: string | undefined;
}

/** Whether a body could not be read. */
export const isBadRequest = (read: object): read is BadRequest => 'param' in read;

/** What an error of the gateway says. */
export interface ProtocolError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
  /** HTTP status of the answer; absent: not known. */
  readonly status?: number | undefined;
}

/** Tokens as a provider counted them. */
export interface CountedTokens extends TokenBuckets {
  /** Which of the provider's counts did not fit the others and was made to, for people; absent: all fit. */
  readonly misfit?: string;
  /** Milliseconds of sound that it counted in their place; absent: none. */
  readonly heardMs?: number | undefined;
}

/** What is known of an answer of which the client has had some, or all. */
export interface AnswerPart {
  /** What the provider has said that it used, as far as that came. */
  readonly usage: CountedTokens | undefined;
  /** How long it is, for an estimate where the provider does not say what it used. */
  readonly characters: number;
  /** Whether `characters` counts its text alone, so that they tell how long a token of the model is. */
  readonly isText: boolean;
  /** Whether it came to its end. */
  readonly finished: boolean;
  /** Images that it brought; absent: none. */
  readonly images?: number | undefined;
}

/** A stream as it passes. It is told every piece that comes, and says what of it goes on to the client. */
export interface StreamAnswer extends AnswerPart {
  /** Takes what came. Answers what goes on to the client: nothing, where it has to wait for the end of an event. */
  push(piece: Buffer): Buffer | undefined;
  /** The provider ended the stream. Answers what is left to go on. */
  end(): Buffer | undefined;
  /** Grows with each event that brings content. */
  readonly progress: number;
  /** Whether the stream said that it is over. */
  readonly done: boolean;
  /** Why it failed; undefined while it has not. */
  readonly problem: string | undefined;
  /** Whether it failed. */
  readonly failed: boolean;
  /** The error that the provider put into the stream. */
  readonly errorFrame: Buffer | undefined;
  /** Bytes of an event that is not whole yet. */
  readonly heldBytes: number;
  /** What it calls its model; undefined where it does not say. */
  readonly model?: string | undefined;
}

/** A stream as guardrails let it go on. After they stopped it, nothing more goes on. */
export interface GuardedAnswer {
  /** Takes whole events; answers what may go on now, which may be nothing. */
  push(events: Buffer): Slices<Buffer>;
  /** Whether any text has gone on. */
  readonly hasText: boolean;
  /** The stream is over. Answers what was held back. */
  end(): Slices<Buffer>;
}

/** A document as it comes. */
export interface DocumentAnswer {
  /** Takes what came; false as soon as it can be no answer of the protocol. */
  push(piece: Buffer): boolean;
  /** The provider ended it. Absent: its bytes say so. */
  end?(): void;
  /** Whether the document came to its end. */
  readonly isWhole: boolean;
  /** Whether an answer began, as far as can be seen, and no error. */
  readonly isBegun: boolean;
  /** Whether what came so far can be nothing but an answer, so that it may be passed on before its end. */
  readonly isAnswer: boolean;
  /** Why a whole document is no answer; undefined where it is one. */
  readonly problem: string | undefined;
  /** Images that it brought so far; absent: none. */
  readonly images?: number | undefined;
  /** What the client is told that it is; absent: JSON. */
  readonly contentType?: string | undefined;
  /** What it is that nobody can look at, all of it, which goes on as it comes: `audio`. Absent: it is text. */
  readonly unseen?: string | undefined;
}
