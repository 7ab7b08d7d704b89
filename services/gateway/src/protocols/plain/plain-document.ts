import { KnownWords } from '@aicp/common/bytes/known-words';
import { JsonDocument, type JsonListener } from '../openai-chat/json-document.ts';
import type { DocumentAnswer } from '../protocol.ts';

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const LOWER_N = 0x6e;
const LOWER_F = 0x66;

/** Hears, as a whole answer comes, whether it has the list that it should have, and no error. */
class PlainOutline implements JsonListener {
  readonly names: KnownWords;
  hasList = false;
  items = 0;
  hasError = false;
  private readonly list: string;
  private member = '';

  constructor(list: string) {
    this.list = list;
    this.names = new KnownWords([list, 'error']);
  }

  onName(depth: number, name: string): void {
    if (depth === 1) this.member = name;
  }

  onValue(depth: number, first: number, isEmpty: boolean): void {
    if (depth === 2) this.countItem(first);
    if (depth !== 1) return;
    if (this.member === this.list) this.hasList ||= first === OPEN_BRACKET;
    const isNone = isEmpty || first === LOWER_N || first === LOWER_F;
    if (this.member === 'error') this.hasError ||= !isNone;
  }

  private countItem(first: number): void {
    if (first === OPEN_BRACE && this.member === this.list) this.items += 1;
  }
}

/** An answer that is a list with something around it, as its bytes come. Nothing is built of it, whatever its size. */
export class PlainDocument implements DocumentAnswer {
  private readonly list: string;
  private readonly outline: PlainOutline;
  private readonly json: JsonDocument;

  /** `list`: the member that has to be a list. */
  constructor(list: string) {
    this.list = list;
    this.outline = new PlainOutline(list);
    this.json = new JsonDocument(this.outline);
  }

  push(piece: Buffer): boolean {
    return this.json.push(piece);
  }

  /** Objects of the list, as far as they came. */
  get items(): number {
    return this.outline.items;
  }

  get isWhole(): boolean {
    return this.json.isWhole;
  }

  get isBegun(): boolean {
    return this.json.hasBegun && !this.outline.hasError;
  }

  get isAnswer(): boolean {
    return this.outline.hasList && !this.outline.hasError;
  }

  get problem(): string | undefined {
    if (this.outline.hasError) return 'the answer holds an error';
    return this.outline.hasList ? undefined : `the answer has no list of ${this.list}`;
  }
}
