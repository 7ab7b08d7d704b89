import type { PromptReference } from '@aicp/contracts/prompts/prompt-reference';
import { rewritten } from './rewrite-body.ts';
import { readAnswerModel } from '../openai-chat/answer-model.ts';
import { errorBody } from '../openai-chat/error-body.ts';
import type { ReadingThread } from '../openai-chat/reading-thread.ts';
import { AskedBefore } from '../openai-chat/replay/asked-before.ts';
import { refusalReason } from '../openai-chat/refusal-reason.ts';
import {
  isBadRequest,
  type Asked,
  type BadRequest,
  type DocumentAnswer,
  type PromptTexts,
  type Protocol,
  type ProtocolRequest,
  type StreamAnswer,
  type Unrepeatable,
} from '../protocol.ts';
import { GuardedEvents } from '../responses-texts/guarded-events.ts';
import { guardResponse } from '../responses-texts/guarded-response.ts';
import { azurePaths } from '../deployments.ts';
import { askedIn } from './replay/asked.ts';
import { replay } from './replay/replay.ts';
import { responseCharacters } from './response-characters.ts';
import { ResponseDocument } from './response-document.ts';
import { errorEvent, responseError } from './response-errors.ts';
import { readUsage } from './response-usage.ts';
import { readResponsesRequest, type ResponsesFacts } from './responses-request.ts';
import { ResponsesStream } from './responses-stream.ts';
import { NamedStream } from '../response-ids/named-stream.ts';
import { nameResponse } from '../response-ids/name-ids.ts';
import type { Holding, IdNaming } from '../../held/holding.ts';
import { withPromptText } from './with-prompt-text.ts';
import { ResponsesTexts } from '../responses-texts/responses-texts.ts';

/** OpenAI's Responses. `thread` reads large bodies. What a vendor stores is reached by ids of ours alone. */
export const openAiResponses = (
  thread: Pick<ReadingThread<ResponsesFacts>, 'read'>,
  before = new AskedBefore(askedIn),
): Protocol => ({
  name: 'openai-responses',
  format: 'responses',
  paths: ['/v1/responses', '/responses', ...azurePaths('/responses')],
  read: (body) => toRequest(body, readResponsesRequest(body), before),
  readLarge(body, done) {
    thread.read(body, (result) => {
      done(result && toRequest(result.body, result.read, before));
    });
  },
  usageOf: readUsage,
  charactersOf: responseCharacters,
  modelOf: readAnswerModel,
  errorBody,
  providerError: responseError,
  refusalReason,
  errorEvent,
  guardDocument: guardResponse,
  guardStream: (guard) => new GuardedEvents(guard),
  replay,
});

const toRequest = (
  body: Buffer,
  read: ResponsesFacts | BadRequest,
  before: AskedBefore,
): ProtocolRequest | BadRequest =>
  isBadRequest(read) ? read : new ResponsesRequest(body, read, before);

/** A request for a response: its bytes, and what the gateway reads of them. */
class ResponsesRequest implements ProtocolRequest {
  readonly model: string | undefined;
  readonly stream: boolean;
  readonly maxTokens: number | undefined;
  readonly user: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly hasTools: boolean;
  readonly promptCharacters: number;
  readonly size: number;
  readonly prompt: PromptReference | undefined;
  readonly holding: Holding | undefined;
  private readonly body: Buffer;
  private readonly facts: ResponsesFacts;
  private readonly before: AskedBefore;

  constructor(body: Buffer, facts: ResponsesFacts, before: AskedBefore) {
    this.model = facts.model;
    this.stream = facts.stream;
    this.maxTokens = facts.maxTokens;
    this.user = facts.user;
    this.metadata = facts.metadata;
    this.hasTools = facts.hasTools;
    this.promptCharacters = facts.promptCharacters;
    this.size = body.length;
    this.prompt = facts.prompt;
    this.holding = facts.holding;
    this.body = body;
    this.facts = facts;
    this.before = before;
  }

  bodyFor(upstreamModel: string, upstreamIds?: ReadonlyMap<string, string>): Buffer {
    const model = upstreamModel === this.model ? undefined : upstreamModel;
    const { spans, fileIds } = this.facts;
    return rewritten(this.body, spans, { model, upstreamIds, fileIds });
  }

  withPrompt(text: string): ProtocolRequest {
    return this.readAgain(withPromptText(this.body, this.facts.spans, text));
  }

  promptTexts(): PromptTexts {
    return new ResponsesTexts(this.body);
  }

  withTexts(texts: ReadonlyMap<number, string>): ProtocolRequest {
    return this.readAgain(new ResponsesTexts(this.body).withTexts(texts));
  }

  /** Every stream ends with what it used. An answer of the cache would be kept by no provider, and one that goes on from another is of two requests. */
  asked(within: string): Asked | Unrepeatable {
    if (this.holding) return { reason: 'stored' };
    const asked = this.before.of(this.body, within);
    return 'reason' in asked ? asked : { ...asked, wantsUsage: true };
  }

  openStream(naming?: IdNaming): StreamAnswer {
    const stream = new ResponsesStream();
    return naming ? new NamedStream(stream, naming) : stream;
  }

  withIds(answer: Buffer, naming: IdNaming): Buffer {
    return nameResponse(answer, naming);
  }

  openDocument(): DocumentAnswer {
    return new ResponseDocument();
  }

  /** A request that we have written ourselves. */
  private readAgain(body: Buffer): ProtocolRequest {
    const request = toRequest(body, readResponsesRequest(body), this.before);
    if (isBadRequest(request)) throw new Error(`a request was made unreadable: ${request.message}`);
    return request;
  }
}
