import type { PromptReference } from '@aicp/contracts/prompts/prompt-reference';
import {
  isBadRequest,
  wantsOne,
  type Asked,
  type BadRequest,
  type DocumentAnswer,
  type Protocol,
  type PromptTexts,
  type ProtocolRequest,
  type RequestAddress,
  type StreamAnswer,
  type Unrepeatable,
} from '../protocol.ts';
import { ofDeployment, deploymentsOf } from '../deployments.ts';
import { readAnswerModel } from './answer-model.ts';
import { answerCharacters, readUsage } from './usage-object.ts';
import { FILE_ID, readChatRequest, type ChatFacts } from './chat-request.ts';
import { valueOf } from './member-values.ts';
import type { Holding } from '../../held/holding.ts';
import { ChatStream } from './chat-stream.ts';
import { CompletionDocument } from './completion-document.ts';
import { errorBody, eventOf, toOpenAiError } from './error-body.ts';
import type { ReadingThread } from './reading-thread.ts';
import type { Spans } from './read-members.ts';
import { AskedBefore } from './replay/asked-before.ts';
import { replay } from './replay/replay.ts';
import { refusalReason } from './refusal-reason.ts';
import { withPromptText } from './with-prompt-text.ts';
import { ChatTexts } from '../chat-texts/prompt-texts.ts';
import { rewriteBody } from './rewrite-body.ts';
import { guardDocument } from '../chat-texts/guarded-document.ts';
import { GuardedStream } from './guarded-stream.ts';

const AZURE = deploymentsOf('/chat/completions');

/** OpenAI's chat completions. `thread` reads large bodies. */
export const openAiChat = (
  thread: Pick<ReadingThread, 'read'>,
  before = new AskedBefore(),
): Protocol => ({
  name: 'openai-chat',
  format: 'chat',
  ...AZURE,
  paths: ['/v1/chat/completions', '/chat/completions', ...AZURE.paths],
  read: (body, address) => toRequest(body, readChatRequest(body), { before, address }),
  readLarge(body, done, address) {
    thread.read(body, (result) => {
      done(result && toRequest(result.body, result.read, { before, address }));
    });
  },
  usageOf: readUsage,
  charactersOf: answerCharacters,
  modelOf: readAnswerModel,
  errorBody,
  providerError: toOpenAiError,
  refusalReason,
  errorEvent: eventOf,
  guardDocument: (answer, guard, input) => guardDocument(answer, guard, { isOne: wantsOne(input) }),
  guardStream: (guard, input) => new GuardedStream(guard, { isOne: wantsOne(input) }),
  replay,
});

/** What a request is read with, beside its body. */
interface Reading {
  readonly before: AskedBefore;
  readonly address: RequestAddress | undefined;
}

function toRequest(
  body: Buffer,
  read: ChatFacts | BadRequest,
  reading: Reading,
): ProtocolRequest | BadRequest {
  const facts = isBadRequest(read) ? read : ofDeployment(read, reading.address);
  if (isBadRequest(facts)) return facts;
  return new ChatRequest(body, facts, reading);
}

/** A chat completion request: its bytes, and what the gateway reads of them. */
class ChatRequest implements ProtocolRequest {
  readonly model: string | undefined;
  readonly stream: boolean;
  readonly maxTokens: number | undefined;
  readonly answers: number;
  readonly user: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly hasTools: boolean;
  readonly promptCharacters: number;
  readonly soundMs: number | undefined;
  readonly isSpoken: true | undefined;
  readonly size: number;
  readonly prompt: PromptReference | undefined;
  private readonly body: Buffer;
  private readonly facts: ChatFacts;
  private readonly spans: Spans;
  private readonly wantsUsage: boolean;
  private readonly reading: Reading;

  constructor(body: Buffer, facts: ChatFacts, reading: Reading) {
    this.model = facts.model;
    this.stream = facts.stream;
    this.maxTokens = facts.maxTokens;
    this.answers = facts.answers;
    this.user = facts.user;
    this.metadata = facts.metadata;
    this.hasTools = facts.hasTools;
    this.promptCharacters = facts.promptCharacters;
    this.soundMs = facts.soundMs;
    this.isSpoken = facts.isSpoken;
    this.size = body.length;
    this.body = body;
    this.facts = facts;
    this.spans = facts.spans;
    this.prompt = facts.prompt;
    this.wantsUsage = facts.wantsUsage;
    this.reading = reading;
  }

  get holding(): Holding | undefined {
    const { body, facts } = this;
    if (facts.fileIds.length === 0) return undefined;
    const ids = facts.fileIds.map((span) => String(valueOf(body, span)));
    const refers = [...new Set(ids)].map((id) => ({ kind: 'file' as const, id, param: FILE_ID }));
    return { keepsAs: undefined, refers };
  }

  bodyFor(upstreamModel: string, upstreamIds?: ReadonlyMap<string, string>): Buffer {
    const isNamed = upstreamModel === this.model && this.reading.address?.model === undefined;
    return rewriteBody({
      body: this.body,
      spans: this.spans,
      model: isNamed ? undefined : upstreamModel,
      addUsage: this.stream && !this.wantsUsage,
      fileIds: this.facts.fileIds,
      upstreamIds,
    });
  }

  withPrompt(text: string): ProtocolRequest {
    const { body, facts } = withPromptText(this.body, this.facts, text);
    return new ChatRequest(body, facts, this.reading);
  }

  promptTexts(): PromptTexts {
    return new ChatTexts(this.body);
  }

  withTexts(texts: ReadonlyMap<number, string>): ProtocolRequest {
    const body = new ChatTexts(this.body).withTexts(texts);
    const request = toRequest(body, readChatRequest(body), this.reading);
    if (isBadRequest(request)) throw new Error(`a request was made unreadable: ${request.message}`);
    return request;
  }

  asked(within: string): Asked | Unrepeatable {
    // What is in a file is not known here.
    if (this.facts.fileIds.length > 0) return { reason: 'stored' };
    const asked = this.reading.before.of(this.body, within);
    return 'reason' in asked ? asked : { ...asked, wantsUsage: this.wantsUsage };
  }

  openStream(): StreamAnswer {
    return new ChatStream({ stripUsage: !this.wantsUsage });
  }

  openDocument(): DocumentAnswer {
    return new CompletionDocument();
  }
}
