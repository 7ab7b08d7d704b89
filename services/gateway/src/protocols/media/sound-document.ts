import { BytesDocument, typeAmong } from './bytes-document.ts';

/** What sounds are sent as. A type with anything else in it is not told to clients. */
const SOUND = /^(?:audio\/[\w.+-]{1,64}|application\/(?:octet-stream|ogg))(?:;|$)/i;

/** An answer that is a sound: bytes in which there is nothing to read. */
export class SoundDocument extends BytesDocument {
  readonly unseen = 'audio';

  /** `contentType`: what the provider says that it sends. */
  constructor(contentType: string) {
    super(typeAmong(SOUND, contentType), 'sound');
  }
}
