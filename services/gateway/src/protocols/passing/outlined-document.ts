import type { KnownWords } from '@aicp/common/bytes/known-words';
import type { DocumentAnswer } from '../protocol.ts';
import { JsonDocument, type JsonListener } from './json-document.ts';

/** Hears, as a whole answer comes, whether it is one of its API. */
export abstract class AnswerOutline implements JsonListener {
  abstract readonly names: KnownWords;
  /** Whether it holds an error, as far as it came. */
  hasError = false;

  abstract onName(depth: number, name: string): void;
  abstract onValue(depth: number, first: number, isEmpty: boolean): void;

  /** Whether an answer is there, as far as it came. */
  abstract readonly hasAnswer: boolean;

  /** What it lacks, as a sentence, where it is no answer and no error. */
  protected abstract readonly lack: string | undefined;

  /** Why it is no answer; undefined where it is one. */
  get problem(): string | undefined {
    return this.hasError ? 'the answer holds an error' : this.lack;
  }
}

/** A JSON answer as its bytes come. Nothing is built of it, whatever its size. */
export class OutlinedDocument<Outline extends AnswerOutline> implements DocumentAnswer {
  protected readonly outline: Outline;
  private readonly json: JsonDocument;

  constructor(outline: Outline) {
    this.outline = outline;
    this.json = new JsonDocument(outline);
  }

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
    return this.outline.hasAnswer && !this.outline.hasError;
  }

  get problem(): string | undefined {
    return this.outline.problem;
  }
}
