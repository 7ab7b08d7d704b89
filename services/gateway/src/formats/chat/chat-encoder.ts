import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { AnswerEvent, StopReason } from '../conversation/answer-event.ts';
import type { JsonObject, Seal } from '../conversation/conversation.ts';
import type { AnswerEncoder, AnswerFacts } from '../format.ts';
import { membersOf } from '../json/members.ts';
import { writeChatFault } from './chat-fault.ts';

const REASONS: Readonly<Record<StopReason, string>> = {
  stop: 'stop',
  stop_sequence: 'stop',
  pause: 'stop',
  length: 'length',
  calls: 'tool_calls',
  filter: 'content_filter',
  refusal: 'stop',
};

/** Who declined without a word would seem to have said nothing: clients look at the reason then. */
const reasonOf = (reason: StopReason, hasRefused: boolean): string =>
  reason === 'refusal' && !hasRefused ? 'content_filter' : REASONS[reason];

/** Writes completions and streams of their chunks, each with the usage at its end. */
export class ChatEncoder implements AnswerEncoder {
  private readonly facts: AnswerFacts;
  private head: JsonObject;
  /** The members of each chunk but its choices, as JSON. */
  private headOfChunk = '';
  private usage: TokenBuckets | undefined;
  private hasSpoken = false;
  /** Whether it was said why the model declined. */
  private hasRefused = false;
  private isOver = false;
  /** How many pieces of reasoning were sealed. */
  private thoughts = 0;
  /**
   * The reasoning since the last seal. It comes again with its seal, in one piece: libraries keep of a member that they do not know what came last, and a
   * seal is of no use without all that it seals.
   */
  private unsealed = '';

  constructor(facts: AnswerFacts) {
    this.facts = facts;
    this.head = {
      id: `chatcmpl-${facts.requestId}`,
      created: seconds(facts.now),
      model: facts.model,
    };
  }

  document(events: readonly AnswerEvent[]): Buffer {
    const message = new WrittenMessage();
    let reason: StopReason = 'stop';
    for (const event of events) {
      if (event.kind === 'begin') this.begin(event);
      else if (event.kind === 'usage') this.usage = event.usage;
      else if (event.kind === 'end') ({ reason } = event);
      else message.add(event);
    }
    const choice = {
      index: 0,
      message: message.toJson(),
      logprobs: null,
      finish_reason: reasonOf(reason, message.hasRefused),
    };
    const { usage } = this;
    const answer = { ...this.head, object: 'chat.completion', choices: [choice] };
    return Buffer.from(JSON.stringify(usage ? { ...answer, usage: chatUsageOf(usage) } : answer));
  }

  push(events: readonly AnswerEvent[]): string {
    let written = '';
    for (const event of events) written += this.write(event);
    return written;
  }

  end(): string {
    const { usage } = this;
    const counted = usage
      ? `data: {${this.chunkHead()},"choices":[],"usage":${JSON.stringify(chatUsageOf(usage))}}\n\n`
      : '';
    return `${counted}data: [DONE]\n\n`;
  }

  private write(event: AnswerEvent): string {
    switch (event.kind) {
      case 'begin':
        this.begin(event);
        return '';
      case 'usage':
        this.usage = event.usage;
        return '';
      case 'end':
        if (this.isOver) return '';
        this.isOver = true;
        return this.chunk({}, reasonOf(event.reason, this.hasRefused));
      case 'error':
        return `data: ${writeChatFault(event.fault, 502).toString()}\n\n`;
      case 'sealed': {
        const delta = { reasoning_details: [detailOf(event.seal, this.thoughts, this.unsealed)] };
        this.thoughts += 1;
        this.unsealed = '';
        return this.chunk(delta);
      }
      default:
        if (event.kind === 'reasoning') this.unsealed += event.text;
        this.hasRefused ||= event.kind === 'refusal';
        return this.chunk(deltaOf(event));
    }
  }

  private begin({ id, model, createdAt }: Extract<AnswerEvent, { kind: 'begin' }>): void {
    const { facts } = this;
    this.headOfChunk = '';
    this.head = {
      id: id ?? `chatcmpl-${facts.requestId}`,
      created: createdAt ?? seconds(facts.now),
      model: model ?? facts.model,
    };
  }

  private chunkHead(): string {
    if (this.headOfChunk === '')
      this.headOfChunk = membersOf({ ...this.head, object: 'chat.completion.chunk' });
    return this.headOfChunk;
  }

  /** The first chunk says who speaks. */
  private chunk(delta: JsonObject, reason: string | null = null): string {
    const said = this.hasSpoken ? delta : { role: 'assistant', ...delta };
    this.hasSpoken = true;
    const choice = JSON.stringify({ index: 0, delta: said, finish_reason: reason });
    return `data: {${this.chunkHead()},"choices":[${choice}]}\n\n`;
  }
}

type Said = Exclude<AnswerEvent, { kind: 'begin' | 'usage' | 'end' | 'error' | 'sealed' }>;

function deltaOf(event: Said): JsonObject {
  switch (event.kind) {
    case 'text':
      return { content: event.text };
    case 'refusal':
      return { refusal: event.text };
    case 'reasoning':
      return { reasoning_content: event.text };
    case 'call':
      return { tool_calls: [{ index: event.index, ...callHead(event), ...extraOf(event.seal) }] };
    default:
      return { tool_calls: [{ index: event.index, function: { arguments: event.text } }] };
  }
}

const callHead = ({ id, name }: Extract<AnswerEvent, { kind: 'call' }>): JsonObject => ({
  ...{ id, type: 'function' },
  function: { name, arguments: '' },
});

/** Google's place for the signature of a call (https://ai.google.dev/gemini-api/docs/thought-signatures). */
const extraOf = (seal: Seal | undefined): JsonObject =>
  seal ? { extra_content: { google: { thought_signature: seal.value } } } : {};

/** A seal as OpenRouter writes it (https://openrouter.ai/docs/use-cases/reasoning-tokens). */
const detailOf = ({ format, value }: Seal, index: number, text?: string): JsonObject => ({
  type: 'reasoning.text',
  ...(text === undefined ? {} : { text }),
  ...{ signature: value, format, index },
});

interface WrittenCall {
  readonly head: JsonObject;
  readonly name: string;
  text: string;
}

/** The message of a completion as it grows. */
class WrittenMessage {
  private content = '';
  private refusal = '';
  private reasoning = '';
  /** The reasoning since the last seal. */
  private unsealed = '';
  private readonly details: JsonObject[] = [];
  private readonly calls = new Map<number, WrittenCall>();

  add(event: AnswerEvent): void {
    switch (event.kind) {
      case 'text':
        this.content += event.text;
        break;
      case 'refusal':
        this.refusal += event.text;
        break;
      case 'reasoning':
        this.reasoning += event.text;
        this.unsealed += event.text;
        break;
      case 'sealed':
        this.details.push(detailOf(event.seal, this.details.length, this.unsealed));
        this.unsealed = '';
        break;
      case 'call': {
        const head = { id: event.id, type: 'function', ...extraOf(event.seal) };
        this.calls.set(event.index, { head, name: event.name, text: '' });
        break;
      }
      case 'arguments': {
        const call = this.calls.get(event.index);
        if (call) call.text += event.text;
        break;
      }
      default:
        break;
    }
  }

  get hasRefused(): boolean {
    return this.refusal !== '';
  }

  toJson(): JsonObject {
    const { content, refusal, reasoning, details } = this;
    const calls = [...this.calls.values()].map(({ head, name, text }) => ({
      ...head,
      function: { name, arguments: text },
    }));
    return {
      role: 'assistant',
      content: content === '' && (calls.length > 0 || refusal !== '') ? null : content,
      refusal: refusal === '' ? null : refusal,
      ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
      ...(details.length === 0 ? {} : { reasoning_details: details }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    };
  }
}

/** Buckets that never overlap as OpenAI counts them: the prompt includes its cached parts, the answer its reasoning. */
export function chatUsageOf(tokens: TokenBuckets): JsonObject {
  const { input, cached_input, cache_write, output, reasoning, audio_input, audio_output } = tokens;
  const prompt = input + cached_input + cache_write + audio_input;
  const completion = output + reasoning + audio_output;
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: cached_input,
      audio_tokens: audio_input,
      ...(cache_write > 0 ? { cache_write_tokens: cache_write } : {}),
    },
    completion_tokens_details: { reasoning_tokens: reasoning, audio_tokens: audio_output },
  };
}

const seconds = (ms: number): number => Math.floor(ms / 1000);
