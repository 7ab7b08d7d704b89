import type { PromptReference } from '@aicp/contracts/prompts/prompt-reference';
import {
  isBadRequest,
  type Asked,
  type BadRequest,
  type DocumentAnswer,
  type Protocol,
  type PromptTexts,
  type ProtocolRequest,
  type StreamAnswer,
  type Unrepeatable,
} from '../protocol.ts';
import { readAnswerModel } from './answer-model.ts';
import { answerCharacters, readUsage } from './usage-object.ts';
import { readChatRequest, type ChatFacts } from './chat-request.ts';
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

/** OpenAI's chat completions. `thread` reads large bodies. */
export const openAiChat = (
  thread: Pick<ReadingThread, 'read'>,
  before = new AskedBefore(),
): Protocol => ({
  name: 'openai-chat',
  format: 'chat',
  paths: ['/v1/chat/completions', '/chat/completions'],
  read: (body) => toRequest(body, readChatRequest(body), before),
  readLarge(body, done) {
    thread.read(body, (result) => {
      done(result && toRequest(result.body, result.read, before));
    });
  },
  usageOf: readUsage,
  charactersOf: answerCharacters,
  modelOf: readAnswerModel,
  errorBody,
  providerError: toOpenAiError,
  refusalReason,
  errorEvent: eventOf,
  guardDocument,
  guardStream: (guard) => new GuardedStream(guard),
  replay,
});

const toRequest = (
  body: Buffer,
  read: ChatFacts | BadRequest,
  before: AskedBefore,
): ProtocolRequest | BadRequest =>
  isBadRequest(read) ? read : new ChatRequest(body, read, before);

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
  readonly size: number;
  readonly prompt: PromptReference | undefined;
  private readonly body: Buffer;
  private readonly facts: ChatFacts;
  private readonly spans: Spans;
  private readonly wantsUsage: boolean;
  private readonly before: AskedBefore;

  constructor(body: Buffer, facts: ChatFacts, before: AskedBefore) {
    this.model = facts.model;
    this.stream = facts.stream;
    this.maxTokens = facts.maxTokens;
    this.answers = facts.answers;
    this.user = facts.user;
    this.metadata = facts.metadata;
    this.hasTools = facts.hasTools;
    this.promptCharacters = facts.promptCharacters;
    this.size = body.length;
    this.body = body;
    this.facts = facts;
    this.spans = facts.spans;
    this.prompt = facts.prompt;
    this.wantsUsage = facts.wantsUsage;
    this.before = before;
  }

  bodyFor(upstreamModel: string): Buffer {
    return rewriteBody({
      body: this.body,
      spans: this.spans,
      model: upstreamModel === this.model ? undefined : upstreamModel,
      addUsage: this.stream && !this.wantsUsage,
    });
  }

  withPrompt(text: string): ProtocolRequest {
    const { body, facts } = withPromptText(this.body, this.facts, text);
    return new ChatRequest(body, facts, this.before);
  }

  promptTexts(): PromptTexts {
    return new ChatTexts(this.body);
  }

  withTexts(texts: ReadonlyMap<number, string>): ProtocolRequest {
    const body = new ChatTexts(this.body).withTexts(texts);
    const request = toRequest(body, readChatRequest(body), this.before);
    if (isBadRequest(request)) throw new Error(`a request was made unreadable: ${request.message}`);
    return request;
  }

  asked(within: string): Asked | Unrepeatable {
    const asked = this.before.of(this.body, within);
    return 'reason' in asked ? asked : { ...asked, wantsUsage: this.wantsUsage };
  }

  openStream(): StreamAnswer {
    return new ChatStream({ stripUsage: !this.wantsUsage });
  }

  openDocument(): DocumentAnswer {
    return new CompletionDocument();
  }
}
