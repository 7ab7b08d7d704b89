import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { AnswerEvent, StopReason } from '../conversation/answer-event.ts';
import type { JsonObject, Seal } from '../conversation/conversation.ts';
import type { AnswerEncoder, AnswerFacts } from '../format.ts';
import { membersOf } from '../json/members.ts';
import { faultEvent } from './responses-fault.ts';
import { OWN_REASONING, writeCallSeal, writeSeal } from './seals.ts';
import { CallItem, MessageItem, ReasoningItem, type WrittenItem } from './written-items.ts';

type Begin = Extract<AnswerEvent, { kind: 'begin' }>;
type Call = Extract<AnswerEvent, { kind: 'call' }>;

/** Writes responses, and streams of their events in OpenAI's order. A document is the response that its stream ends with. */
export class ResponsesEncoder implements AnswerEncoder {
  private readonly facts: AnswerFacts;
  private model: string;
  private createdAt: number;
  private readonly items: WrittenItem[] = [];
  /** The message or the reasoning that goes on. */
  private open: MessageItem | ReasoningItem | undefined;
  /** Calls by their index; they may grow side by side, and are over with the answer. */
  private readonly calls = new Map<number, CallItem>();
  private usage: TokenBuckets | undefined;
  private reason: StopReason | undefined;
  /** Whether it was said why the model declined; who declines without a word seems filtered. */
  private hasRefused = false;
  private hasBegun = false;
  private count = 0;
  /** Nobody hears of its events. */
  private isDocument = false;

  constructor(facts: AnswerFacts) {
    this.facts = facts;
    this.model = facts.model;
    this.createdAt = Math.floor(facts.now / 1000);
  }

  document(events: readonly AnswerEvent[]): Buffer {
    this.isDocument = true;
    this.push(events);
    this.finish('stop');
    return Buffer.from(JSON.stringify(this.response(this.status)));
  }

  push(events: readonly AnswerEvent[]): string {
    let written = '';
    for (const event of events) written += this.step(event);
    return written;
  }

  end(): string {
    const rest = this.finish('stop');
    const { status } = this;
    return rest + this.write(`response.${status}`, { response: this.response(status) });
  }

  private step(event: AnswerEvent): string {
    if (event.kind === 'usage') {
      this.usage = event.usage;
      return '';
    }
    if (event.kind === 'error') return this.write('error', faultEvent(event.fault));
    if (event.kind === 'begin') return this.begin(event);
    return this.begin({ kind: 'begin' }) + this.said(event);
  }

  private said(event: Exclude<AnswerEvent, { kind: 'usage' | 'error' | 'begin' }>): string {
    switch (event.kind) {
      case 'text':
      case 'refusal':
        this.hasRefused ||= event.kind === 'refusal';
        return this.inMessage((item) => item.add(event.kind, event.text));
      case 'reasoning':
        return this.inReasoning((item) => item.add(event.text));
      case 'sealed':
        return this.seal(writeSeal(event.seal));
      case 'call':
        return this.call(event);
      case 'arguments':
        return this.calls.get(event.index)?.add(event.text) ?? '';
      default:
        return this.finish(event.reason);
    }
  }

  private begin({ model, createdAt }: Begin): string {
    if (this.hasBegun) return '';
    this.hasBegun = true;
    this.model = model ?? this.model;
    this.createdAt = createdAt ?? this.createdAt;
    if (this.isDocument) return '';
    const members = membersOf({ response: this.response('in_progress') });
    return (
      this.writeMembers('response.created', members) +
      this.writeMembers('response.in_progress', members)
    );
  }

  private inMessage(add: (item: MessageItem) => string): string {
    if (this.open instanceof MessageItem) return add(this.open);
    const closed = this.close();
    const item = new MessageItem(this.itemFacts('msg'));
    this.open = item;
    return closed + this.added(item) + add(item);
  }

  private inReasoning(add: (item: ReasoningItem) => string): string {
    if (this.open instanceof ReasoningItem) return add(this.open);
    const closed = this.close();
    const item = new ReasoningItem(this.itemFacts(OWN_REASONING));
    this.open = item;
    return closed + this.added(item) + add(item);
  }

  /** Ends a piece of reasoning, of which no text may have come. */
  private seal(sealed: string): string {
    const written = this.inReasoning((item) => {
      item.sealed = sealed;
      return '';
    });
    return written + this.close();
  }

  private call({ index, id, name, seal }: Call): string {
    const closed = this.close() + (seal ? this.sealOf(seal) : '');
    const item = new CallItem(this.itemFacts('fc'), { id, name });
    this.calls.set(index, item);
    return closed + this.added(item);
  }

  private sealOf(seal: Seal): string {
    return this.seal(writeCallSeal(seal));
  }

  private close(): string {
    const { open } = this;
    this.open = undefined;
    return open?.end('completed') ?? '';
  }

  /** Nothing more is said. */
  private finish(reason: StopReason): string {
    if (this.reason !== undefined) return '';
    this.reason = reason === 'refusal' && !this.hasRefused ? 'filter' : reason;
    const status = this.status;
    let written = this.begin({ kind: 'begin' });
    written += this.open?.end(status) ?? '';
    this.open = undefined;
    for (const call of this.calls.values()) written += call.end(status);
    return written;
  }

  private get status(): 'completed' | 'incomplete' {
    return this.reason === 'length' || this.reason === 'filter' ? 'incomplete' : 'completed';
  }

  private itemFacts(prefix: string) {
    const index = this.items.length;
    const id = `${prefix}_${this.facts.requestId.replaceAll('-', '')}_${index}`;
    if (this.isDocument) return { id, index };
    const write = (type: string, members: string): string => this.writeMembers(type, members);
    return { id, index, write };
  }

  private added(item: WrittenItem): string {
    this.items.push(item);
    return item.begin();
  }

  private write(type: string, members: JsonObject): string {
    return this.writeMembers(type, membersOf(members));
  }

  private writeMembers(type: string, members: string): string {
    const number = this.count;
    this.count += 1;
    return `event: ${type}\ndata: {"type":"${type}","sequence_number":${number},${members}}\n\n`;
  }

  /** The response as it stands. What repeats the request is not known here, and is what it is for one that sets nothing. */
  private response(status: string): JsonObject {
    const { facts, createdAt, model, usage, items } = this;
    const isOver = status !== 'in_progress';
    return {
      id: `resp_${facts.requestId.replaceAll('-', '')}`,
      object: 'response',
      created_at: createdAt,
      status,
      background: false,
      error: null,
      incomplete_details: status === 'incomplete' ? { reason: detailOf(this.reason) } : null,
      instructions: null,
      max_output_tokens: null,
      model,
      output: isOver ? items.map((item) => item.toJson()) : [],
      parallel_tool_calls: true,
      previous_response_id: null,
      store: false,
      temperature: null,
      text: { format: { type: 'text' } },
      tool_choice: 'auto',
      tools: [],
      top_p: null,
      truncation: 'disabled',
      usage: usage ? responsesUsageOf(usage) : null,
      user: null,
      metadata: {},
    };
  }
}

const detailOf = (reason: StopReason | undefined): string =>
  reason === 'filter' ? 'content_filter' : 'max_output_tokens';

/** Buckets that never overlap as OpenAI counts them: the input includes its cached parts, the output its reasoning. */
function responsesUsageOf(tokens: TokenBuckets): JsonObject {
  const { input, cached_input, cache_write, output, reasoning, audio_input, audio_output } = tokens;
  const all = input + cached_input + cache_write + audio_input;
  const said = output + reasoning + audio_output;
  return {
    input_tokens: all,
    input_tokens_details: {
      cached_tokens: cached_input,
      ...(cache_write > 0 ? { cache_write_tokens: cache_write } : {}),
    },
    output_tokens: said,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: all + said,
  };
}
