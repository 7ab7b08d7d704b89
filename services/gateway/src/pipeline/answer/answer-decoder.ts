import {
  constants,
  createBrotliDecompress,
  createInflate,
  createGunzip,
  createZstdDecompress,
} from 'node:zlib';
import type { Transform } from 'node:stream';

/** Reads each encoding as far as it came: a stream is encoded a piece at a time. */
const ZLIB = { flush: constants.Z_SYNC_FLUSH };
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(ZLIB),
  'x-gzip': () => createGunzip(ZLIB),
  deflate: () => createInflate(ZLIB),
  br: () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress({ flush: constants.ZSTD_e_flush }),
};

/** Hears what an answer says when it is decoded. */
export interface DecodedListener {
  onDecoded(chunk: Buffer): void;
  onDecodedEnd(): void;
  onUndecodable(error: Error): void;
  /** What is encoded comes faster than it is decoded. */
  onFull(): void;
  onDrained(): void;
}

/** Whether an encoding of an answer says that it is encoded at all. */
export const isEncoded = (encoding: string | undefined): encoding is string =>
  encoding !== undefined && encoding !== '' && encoding.toLowerCase() !== 'identity';

/** Decodes an answer that was compressed although nobody asked for that. */
export class AnswerDecoder {
  private readonly stream: Transform;
  private readonly listener: DecodedListener;

  private constructor(stream: Transform, listener: DecodedListener) {
    this.stream = stream;
    this.listener = listener;
    stream.on('data', (chunk: Buffer) => {
      if (!stream.destroyed) listener.onDecoded(chunk);
    });
    stream.on('end', () => {
      listener.onDecodedEnd();
    });
    stream.on('error', (error) => {
      listener.onUndecodable(error);
    });
    stream.on('drain', () => {
      listener.onDrained();
    });
  }

  /** The decoder of an encoding; undefined where it is not known. */
  static of(encoding: string, listener: DecodedListener): AnswerDecoder | undefined {
    const name = encoding.toLowerCase();
    const create = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
    return create && new AnswerDecoder(create(), listener);
  }

  push(chunk: Buffer): void {
    if (!this.stream.write(chunk)) this.listener.onFull();
  }

  /** Decodes no more until `resume`. */
  pause(): void {
    this.stream.pause();
  }

  resume(): void {
    this.stream.resume();
  }

  end(): void {
    this.stream.end();
  }

  /** Its listener hears no more. */
  destroy(): void {
    this.stream.removeAllListeners().on('error', () => undefined);
    this.stream.destroy();
  }
}
