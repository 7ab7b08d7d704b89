import {
  isBadRequest,
  wantsOne,
  type BadRequest,
  type DocumentAnswer,
  type Protocol,
  type PromptTexts,
  type ProtocolRequest,
  type RequestAddress,
  type StreamAnswer,
} from '../protocol.ts';
import type { ReadingThread } from '../openai-chat/reading-thread.ts';
import { refusalReason } from '../openai-chat/refusal-reason.ts';
import {
  GEMINI_PATHS,
  GEMINI_TARGETS,
  geminiAddressOf,
  type GeminiAddress,
} from './gemini-address.ts';
import { GeminiDocument } from './gemini-document.ts';
import { errorBody, errorEvent, providerError } from './gemini-errors.ts';
import { GeminiList } from './gemini-list.ts';
import { readGemini, type GeminiFacts } from './gemini-scan.ts';
import { GeminiStream } from './gemini-stream.ts';
import { GeminiTexts } from './gemini-texts.ts';
import { charactersIn, modelIn, usageIn } from './gemini-usage-in.ts';
import { guardDocument, GuardedGeminiStream } from './guarded/guarded-answers.ts';

/** Google's generateContent, whole and as a stream. `thread` reads large bodies. Google's library for Python takes a line of a stream that is no data for an error. */
export const geminiProtocol = (thread: Pick<ReadingThread<GeminiFacts>, 'read'>): Protocol => ({
  name: 'gemini',
  format: 'gemini',
  paths: GEMINI_PATHS,
  plainTargets: GEMINI_TARGETS,
  addressOf: geminiAddressOf,
  streamForm: (address) => (isList(address) ? new GeminiList() : undefined),
  readsNoComments: true,
  read: (body, address) => toRequest(body, readGemini(body), address),
  readLarge(body, done, address) {
    thread.read(body, (result) => {
      done(result && toRequest(result.body, result.read, address));
    });
  },
  usageOf: usageIn,
  charactersOf: charactersIn,
  modelOf: modelIn,
  errorBody,
  providerError,
  refusalReason,
  errorEvent,
  guardDocument: (answer, guard, input) => guardDocument(answer, guard, { isOne: wantsOne(input) }),
  guardStream: (guard, input) => new GuardedGeminiStream(guard, { isOne: wantsOne(input) }),
});

/** Google sends streams as a JSON list where nobody asks for events. */
const isList = (address: Partial<GeminiAddress> = {}): boolean =>
  address.stream === true && address.alt !== 'sse';

function toRequest(
  body: Buffer,
  read: GeminiFacts | BadRequest,
  address: RequestAddress = {},
): ProtocolRequest | BadRequest {
  if (isBadRequest(read)) return read;
  const { alt = 'json' } = address as Partial<GeminiAddress>;
  if (address.stream === true && alt !== 'sse' && alt !== 'json')
    return {
      message: 'alt must be sse, for a stream of events, or json, for a list that comes in pieces.',
      param: 'alt',
    };
  return new GeminiRequest(body, read, address);
}

/** A request: its bytes, and what the gateway reads of them. Its model and whether it is a stream stand in its address. */
class GeminiRequest implements ProtocolRequest {
  readonly model: string | undefined;
  readonly stream: boolean;
  readonly maxTokens: number | undefined;
  readonly answers: number;
  readonly user = undefined;
  readonly metadata = {};
  readonly hasTools: boolean;
  readonly size: number;
  readonly promptCharacters: number;
  private readonly body: Buffer;

  constructor(body: Buffer, facts: GeminiFacts, { model, stream }: RequestAddress) {
    this.body = body;
    this.size = body.length;
    this.model = model;
    this.stream = stream ?? false;
    this.maxTokens = positive(facts.maxOutputTokens);
    this.answers = Math.max(1, Math.floor(positive(facts.candidateCount) ?? 1));
    this.hasTools = facts.hasTools;
    this.promptCharacters = facts.promptCharacters;
  }

  promptTexts(): PromptTexts {
    return new GeminiTexts(this.body);
  }

  withTexts(texts: ReadonlyMap<number, string>): ProtocolRequest {
    const { model, stream } = this;
    const body = new GeminiTexts(this.body).withTexts(texts);
    const address = { ...(model === undefined ? {} : { model }), stream };
    const changed = toRequest(body, readGemini(body), address);
    if (isBadRequest(changed)) throw new TypeError(`texts cannot stand there: ${changed.message}`);
    return changed;
  }

  /** The provider is told the model by the address. */
  bodyFor(): Buffer {
    return this.body;
  }

  openStream(): StreamAnswer {
    return new GeminiStream();
  }

  openDocument(): DocumentAnswer {
    return new GeminiDocument();
  }
}

/** Anything else is left to the provider. */
const positive = (value: number | undefined): number | undefined =>
  value !== undefined && value > 0 ? value : undefined;
