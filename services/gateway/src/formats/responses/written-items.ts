import type { JsonObject } from '../conversation/conversation.ts';
import { membersOf } from '../json/members.ts';

/** Writes one event of members that are JSON already, without braces; its type and its number are put in. */
export type WriteEvent = (type: string, members: string) => string;

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
  /** Absent: nobody hears of it as it grows. */
  readonly write?: WriteEvent;
}

abstract class BaseItem {
  protected readonly id: string;
  protected readonly index: number;
  private readonly writeMembers: WriteEvent | undefined;
  protected status: Status = 'in_progress';

  constructor({ id, index, write }: ItemFacts) {
    this.id = id;
    this.index = index;
    this.writeMembers = write;
  }

  abstract toJson(): JsonObject;

  protected get place(): JsonObject {
    return { item_id: this.id, output_index: this.index };
  }

  protected write(type: string, members: JsonObject): string {
    return this.writeMembers?.(type, membersOf(members)) ?? '';
  }

  /** More of a text: `place` are the members that say of which. Of no other event an answer has as many. */
  protected more(type: string, place: string, text: string): string {
    return this.writeMembers?.(type, `${place},"delta":${JSON.stringify(text)}`) ?? '';
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
  /** The members of an event that tells more of it, but for the text. */
  readonly place: string;
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
    if (last?.kind === kind) return this.grown(last, text);
    const ended = this.endPart();
    const part = { kind, place: this.placeOfNext(kind), text: '' };
    this.parts.push(part);
    return ended + this.partEvent('response.content_part.added') + this.grown(part, text);
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

  private grown(part: Part, text: string): string {
    part.text += text;
    return this.more(`${PART_EVENTS[part.kind]}.delta`, part.place, text);
  }

  private placeOfNext(kind: Part['kind']): string {
    return membersOf({ ...this.place, content_index: this.parts.length, ...logprobsOf(kind) });
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
  private placeOfText = '';
  /** What goes back to the vendor; null where there is nothing. */
  sealed: string | null = null;

  begin(): string {
    return this.added();
  }

  add(text: string): string {
    const begun = this.text === '' ? this.begun() : '';
    this.text += text;
    return begun + this.more('response.reasoning_summary_text.delta', this.placeOfText, text);
  }

  private begun(): string {
    const place = { ...this.place, summary_index: 0 };
    this.placeOfText = membersOf(place);
    const part = { type: 'summary_text', text: '' };
    return this.write('response.reasoning_summary_part.added', { ...place, part });
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
  private readonly placeOfText: string;
  private text = '';

  constructor(facts: ItemFacts, call: { readonly id: string; readonly name: string }) {
    super(facts);
    this.callId = call.id;
    this.name = call.name;
    this.placeOfText = membersOf(this.place);
  }

  begin(): string {
    return this.added();
  }

  add(text: string): string {
    this.text += text;
    return this.more('response.function_call_arguments.delta', this.placeOfText, text);
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
