import { KnownWords } from '@aicp/common/bytes/known-words';
import { JsonDocument, type JsonListener } from '../openai-chat/json-document.ts';
import type { DocumentAnswer } from '../protocol.ts';

const NAMES = new KnownWords(['candidates', 'promptFeedback', 'error']);
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const LOWER_N = 0x6e;

/** Hears, as a whole answer comes, whether it is one of generateContent. */
class Outline implements JsonListener {
  readonly names = NAMES;
  hasError = false;
  hasCandidate = false;
  private isBlocked = false;
  private member = '';

  get isAnswer(): boolean {
    return (this.hasCandidate || this.isBlocked) && !this.hasError;
  }

  onName(depth: number, name: string): void {
    if (depth === 1) this.member = name;
  }

  onValue(depth: number, first: number): void {
    const isCandidate = depth === 2 && this.member === 'candidates' && first === OPEN_BRACE;
    this.hasCandidate ||= isCandidate;
    if (depth === 1) this.onMember(first);
  }

  private onMember(first: number): void {
    const { member } = this;
    if (member === 'candidates' && first !== OPEN_BRACKET) this.hasCandidate = false;
    if (member === 'promptFeedback') this.isBlocked ||= first === OPEN_BRACE;
    if (member === 'error') this.hasError ||= first !== LOWER_N;
  }
}

/** An answer of generateContent as its bytes come. Nothing is built of it, whatever its size. */
export class GeminiDocument implements DocumentAnswer {
  private readonly outline = new Outline();
  private readonly json = new JsonDocument(this.outline);

  push(piece: Buffer): boolean {
    return this.json.push(piece);
  }

  get isWhole(): boolean {
    return this.json.isWhole;
  }

  get isBegun(): boolean {
    return this.json.hasBegun && !this.outline.hasError;
  }

  get isAnswer(): boolean {
    return this.outline.isAnswer;
  }

  get problem(): string | undefined {
    if (this.outline.hasError) return 'the answer holds an error';
    return this.outline.isAnswer ? undefined : 'the answer has no candidates';
  }
}
