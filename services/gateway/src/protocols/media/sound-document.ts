import type { DocumentAnswer } from '../protocol.ts';

/** What sounds are sent as. A type with anything else in it is not told to clients. */
const SOUND = /^(?:audio\/[\w.+-]{1,64}|application\/(?:octet-stream|ogg))(?:;|$)/i;
const TYPE_ALONE = /^[^;\s]*/;

/** An answer that is a sound: bytes in which there is nothing to read. It is whole when its provider ended it. */
export class SoundDocument implements DocumentAnswer {
  readonly unseen = 'audio';
  readonly contentType: string | undefined;
  private hasBytes = false;
  private isEnded = false;

  /** `contentType`: what the provider says that it sends. */
  constructor(contentType: string) {
    const [type] = TYPE_ALONE.exec(contentType) ?? [];
    this.contentType = SOUND.test(contentType) ? type : undefined;
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
    return this.isAnswer ? undefined : 'the answer is no sound';
  }
}
