import { KnownWords } from '@aicp/common/bytes/known-words';
import { JsonDocument, type JsonListener } from '../openai-chat/json-document.ts';
import type { DocumentAnswer } from '../protocol.ts';

const OPEN_BRACKET = 0x5b;
const LOWER_N = 0x6e;

/** Hears, as a whole answer comes, whether it is a response: one with a list of what it says, and no error. */
class ResponseOutline implements JsonListener {
  readonly names = new KnownWords(['output', 'error']);
  hasError = false;
  hasOutput = false;
  private member = '';

  onName(depth: number, name: string): void {
    if (depth === 1) this.member = name;
  }

  onValue(depth: number, first: number): void {
    if (depth !== 1) return;
    if (this.member === 'output' && first === OPEN_BRACKET) this.hasOutput = true;
    if (this.member === 'error' && first !== LOWER_N) this.hasError = true;
  }
}

/** A response as its bytes come. Nothing is built of it, whatever its size. */
export class ResponseDocument implements DocumentAnswer {
  private readonly outline = new ResponseOutline();
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
    return this.outline.hasOutput && !this.outline.hasError;
  }

  get problem(): string | undefined {
    if (this.outline.hasError) return 'the answer holds an error';
    return this.outline.hasOutput ? undefined : 'the answer has no output';
  }
}
