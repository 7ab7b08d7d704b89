import type { DocumentAnswer } from '../protocol.ts';

/** An answer of bytes that say nothing of their own end. It is whole when its provider ended it. */
export class BytesDocument implements DocumentAnswer {
  readonly contentType: string | undefined;
  private readonly what: string;
  private hasBytes = false;
  private isEnded = false;

  /** `contentType`: what the client is told that it is; undefined where it is none of the API. `what` it should be, in a word or two. */
  constructor(contentType: string | undefined, what: string) {
    this.contentType = contentType;
    this.what = what;
  }

  push(piece: Buffer): boolean {
    this.hasBytes ||= piece.length > 0;
    return true;
  }

  end(): void {
    this.isEnded = true;
  }

  get isWhole(): boolean {
    return this.hasBytes && this.isEnded;
  }

  get isBegun(): boolean {
    return this.isAnswer && this.hasBytes;
  }

  get isAnswer(): boolean {
    return this.contentType !== undefined;
  }

  get problem(): string | undefined {
    return this.isAnswer ? undefined : `the answer is no ${this.what}`;
  }
}

const TYPE_ALONE = /^[^;\s]*/;

/** A content type without its parameters, where it is one of those that are told; undefined: it is not. */
export const typeAmong = (known: RegExp, contentType: string): string | undefined =>
  known.test(contentType) ? TYPE_ALONE.exec(contentType)?.[0] : undefined;
