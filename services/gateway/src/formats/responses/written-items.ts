import type { JsonObject } from '../conversation/conversation.ts';

/** Writes one event; its number is put in. */
export type WriteEvent = (type: string, members: JsonObject) => string;

type Status = 'in_progress' | 'completed' | 'incomplete';

/** An item of the output as it grows. Each step answers the events that tell of it. */
export interface WrittenItem {
  begin(): string;
  end(status: Status): string;
  toJson(): JsonObject;
}

interface ItemFacts {
  readonly id: string;
  readonly index: number;
  readonly write: WriteEvent;
}

abstract class BaseItem {
  protected readonly id: string;
  protected readonly index: number;
  protected readonly write: WriteEvent;
  protected status: Status = 'in_progress';

  constructor({ id, index, write }: ItemFacts) {
    this.id = id;
    this.index = index;
    this.write = write;
  }

  abstract toJson(): JsonObject;

  protected get place(): JsonObject {
    return { item_id: this.id, output_index: this.index };
  }

  protected added(): string {
    return this.write('response.output_item.added', {
      output_index: this.index,
      item: this.toJson(),
    });
  }

  protected done(): string {
    return this.write('response.output_item.done', {
      output_index: this.index,
      item: this.toJson(),
    });
  }
}

interface Part {
  readonly kind: 'text' | 'refusal';
  text: string;
}

const PART_EVENTS = { text: 'response.output_text', refusal: 'response.refusal' } as const;

/** What the model says: texts, and what it declines. */
export class MessageItem extends BaseItem implements WrittenItem {
  private readonly parts: Part[] = [];

  begin(): string {
    return this.added();
  }

  add(kind: Part['kind'], text: string): string {
    const last = this.parts.at(-1);
    let written = '';
    if (last?.kind !== kind) {
      written += this.endPart();
      this.parts.push({ kind, text: '' });
      written += this.partEvent('response.content_part.added');
    }
    const part = this.parts.at(-1);
    if (part) part.text += text;
    const more = { ...this.placeOfPart, delta: text, ...logprobsOf(kind) };
    return written + this.write(`${PART_EVENTS[kind]}.delta`, more);
  }

  end(status: Status): string {
    const written = this.endPart();
    this.status = status;
    return written + this.done();
  }

  toJson(): JsonObject {
    const { id, status } = this;
    const content = this.status === 'in_progress' ? [] : this.parts.map(partOf);
    return { id, type: 'message', status, role: 'assistant', content };
  }

  private get placeOfPart(): JsonObject {
    return { ...this.place, content_index: this.parts.length - 1 };
  }

  private endPart(): string {
    const part = this.parts.at(-1);
    if (!part) return '';
    const { kind, text } = part;
    const whole = { ...this.placeOfPart, [kind]: text, ...logprobsOf(kind) };
    const done = this.write(`${PART_EVENTS[kind]}.done`, whole);
    return done + this.partEvent('response.content_part.done');
  }

  private partEvent(type: string): string {
    const part = this.parts.at(-1);
    return this.write(type, { ...this.placeOfPart, part: part ? partOf(part) : null });
  }
}

const logprobsOf = (kind: Part['kind']): JsonObject => (kind === 'text' ? { logprobs: [] } : {});

const partOf = ({ kind, text }: Part): JsonObject =>
  kind === 'refusal'
    ? { type: 'refusal', refusal: text }
    : { type: 'output_text', annotations: [], logprobs: [], text };

/** What the model thought, told as a summary. */
export class ReasoningItem extends BaseItem implements WrittenItem {
  private text = '';
  /** What goes back to the vendor; null where there is nothing. */
  sealed: string | null = null;

  begin(): string {
    return this.added();
  }

  add(text: string): string {
    const place = { ...this.place, summary_index: 0 };
    const part = { type: 'summary_text', text: '' };
    const begun =
      this.text === ''
        ? this.write('response.reasoning_summary_part.added', { ...place, part })
        : '';
    this.text += text;
    return begun + this.write('response.reasoning_summary_text.delta', { ...place, delta: text });
  }

  end(): string {
    const { text } = this;
    const place = { ...this.place, summary_index: 0 };
    const part = { type: 'summary_text', text };
    const told =
      text === ''
        ? ''
        : this.write('response.reasoning_summary_text.done', { ...place, text }) +
          this.write('response.reasoning_summary_part.done', { ...place, part });
    this.status = 'completed';
    return told + this.done();
  }

  toJson(): JsonObject {
    const { id, text, sealed } = this;
    const isOver = this.status !== 'in_progress';
    const summary = isOver && text !== '' ? [{ type: 'summary_text', text }] : [];
    return {
      id,
      type: 'reasoning',
      summary,
      ...(sealed === null ? {} : { encrypted_content: sealed }),
    };
  }
}

/** A call of a function. */
export class CallItem extends BaseItem implements WrittenItem {
  private readonly callId: string;
  private readonly name: string;
  private text = '';

  constructor(facts: ItemFacts, call: { readonly id: string; readonly name: string }) {
    super(facts);
    this.callId = call.id;
    this.name = call.name;
  }

  begin(): string {
    return this.added();
  }

  add(text: string): string {
    this.text += text;
    return this.write('response.function_call_arguments.delta', { ...this.place, delta: text });
  }

  end(status: Status): string {
    const { name, text } = this;
    const told = { ...this.place, name, arguments: text };
    const done = this.write('response.function_call_arguments.done', told);
    this.status = status;
    return done + this.done();
  }

  toJson(): JsonObject {
    const { id, status, callId, name } = this;
    const text = status === 'in_progress' ? '' : this.text;
    return { id, type: 'function_call', status, arguments: text, call_id: callId, name };
  }
}
