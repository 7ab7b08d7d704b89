import { readAnswerModel } from '../openai-chat/answer-model.ts';
import type { ReadingThread } from '../openai-chat/reading-thread.ts';
import { refusalReason } from '../openai-chat/refusal-reason.ts';
import { rewriteBody } from '../openai-chat/rewrite-body.ts';
import { guardDocument } from '../chat-texts/guarded-document.ts';
import {
  isBadRequest,
  type BadRequest,
  type DocumentAnswer,
  type PromptTexts,
  type Protocol,
  type ProtocolRequest,
  type StreamAnswer,
} from '../protocol.ts';
import { GuardedMessageStream } from './guarded-message-stream.ts';
import { messageCharacters, MessageDocument, messageTokens } from './message-document.ts';
import { errorEvent, messageError, toMessageError } from './message-error.ts';
import { MESSAGE } from './message-shapes.ts';
import { MessageStream } from './message-stream.ts';
import { MessageTexts } from './message-texts.ts';
import { readMessage, type MessageFacts } from './read-message.ts';

export type MessageThread = Pick<ReadingThread<MessageFacts>, 'read'>;

/** Anthropic's messages. `thread` reads large bodies. Answers are not kept in the cache, and requests name no prompts. */
export const anthropicMessages = (thread: MessageThread): Protocol => ({
  name: 'anthropic-messages',
  format: 'messages',
  paths: ['/v1/messages', '/messages'],
  requestIdHeader: 'request-id',
  passedHeaders: ['anthropic-version', 'anthropic-beta'],
  read: (body) => toRequest(body, readMessage(body)),
  readLarge(body, done) {
    thread.read(body, (result) => {
      done(result && toRequest(result.body, result.read));
    });
  },
  usageOf: messageTokens,
  charactersOf: messageCharacters,
  modelOf: readAnswerModel,
  errorBody: messageError,
  providerError: toMessageError,
  refusalReason,
  errorEvent,
  guardDocument: (answer, guard) => guardDocument(answer, guard, { shape: MESSAGE }),
  guardStream: (guard) => new GuardedMessageStream(guard),
});

const toRequest = (body: Buffer, read: MessageFacts | BadRequest): ProtocolRequest | BadRequest =>
  isBadRequest(read) ? read : new MessageRequest(body, read);

const NO_METADATA: ProtocolRequest['metadata'] = {};

/** A request for a message: its bytes, and what the gateway reads of them. */
class MessageRequest implements ProtocolRequest {
  readonly model: string | undefined;
  readonly stream: boolean;
  readonly maxTokens: number | undefined;
  readonly user: string | undefined;
  readonly metadata = NO_METADATA;
  readonly hasTools: boolean;
  readonly size: number;
  readonly promptCharacters: number;
  private readonly body: Buffer;
  private readonly facts: MessageFacts;

  constructor(body: Buffer, facts: MessageFacts) {
    this.model = facts.model;
    this.stream = facts.stream;
    this.maxTokens = facts.maxTokens;
    this.user = facts.user;
    this.hasTools = facts.hasTools;
    this.size = body.length;
    this.promptCharacters = facts.promptCharacters;
    this.body = body;
    this.facts = facts;
  }

  bodyFor(upstreamModel: string): Buffer {
    const { model } = this.facts.spans;
    return rewriteBody({
      body: this.body,
      spans: model ? { model } : {},
      model: upstreamModel === this.model ? undefined : upstreamModel,
      addUsage: false,
    });
  }

  promptTexts(): PromptTexts {
    return new MessageTexts(this.body);
  }

  withTexts(texts: ReadonlyMap<number, string>): ProtocolRequest {
    const body = new MessageTexts(this.body).withTexts(texts);
    const request = toRequest(body, readMessage(body));
    if (isBadRequest(request)) throw new Error(`a request was made unreadable: ${request.message}`);
    return request;
  }

  openStream(): StreamAnswer {
    return new MessageStream();
  }

  openDocument(): DocumentAnswer {
    return new MessageDocument();
  }
}
