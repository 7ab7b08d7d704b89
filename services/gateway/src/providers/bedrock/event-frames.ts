import { EventStreamCodec } from '@smithy/eventstream-codec';

/** A frame of AWS's event stream. */
export interface EventFrame {
  /** `contentBlockDelta`; of an exception `throttlingException`. */
  readonly name: string;
  /** JSON. */
  readonly body: Buffer;
}

/** What came is no event stream. */
export class BrokenFrame extends Error {
  override readonly name = 'BrokenFrame';
}

/** Lengths of the frame and of its headers, and their check. */
const PRELUDE_BYTES = 12;
/** A frame without headers and body. */
const LEAST_BYTES = 16;
/** As much as one event of a stream may have anywhere. */
const MOST_BYTES = 16 * 1_048_576;

/** Finds the frames in an event stream (application/vnd.amazon.eventstream), however it is cut. */
export class EventFrames {
  private readonly codec = new EventStreamCodec(
    (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'),
    (text) => Buffer.from(text, 'utf8'),
  );
  private pieces: Buffer[] = [];
  private size = 0;
  /** Of the frame that comes, once it is known; 0: it is not. */
  private wanted = 0;

  /** The frames that are complete with these bytes, one after the other. Throws `BrokenFrame` behind those that stand before it. */
  *push(bytes: Buffer): Generator<EventFrame, void> {
    this.pieces.push(Buffer.from(bytes));
    this.size += bytes.length;
    for (let frame = this.take(); frame; frame = this.take()) yield this.decode(frame);
  }

  /** Whether a frame has begun and is not complete. */
  get isWithin(): boolean {
    return this.size > 0;
  }

  private take(): Buffer | undefined {
    if (this.wanted === 0) {
      if (this.size < PRELUDE_BYTES) return undefined;
      this.wanted = lengthOf(this.joined());
    }
    if (this.size < this.wanted) return undefined;
    const all = this.joined();
    const frame = all.subarray(0, this.wanted);
    this.pieces = all.length > this.wanted ? [all.subarray(this.wanted)] : [];
    this.size = all.length - this.wanted;
    this.wanted = 0;
    return frame;
  }

  private joined(): Buffer {
    const [first] = this.pieces;
    if (first && this.pieces.length === 1) return first;
    const all = Buffer.concat(this.pieces);
    this.pieces = [all];
    return all;
  }

  private decode(frame: Buffer): EventFrame {
    try {
      const { headers, body } = this.codec.decode(frame);
      const text = (name: string): string => String(headers[name]?.value ?? '');
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
      switch (text(':message-type')) {
        case 'event':
          return { name: nameOf(text(':event-type')), body: bytes };
        case 'exception':
          return { name: nameOf(text(':exception-type')), body: bytes };
        case 'error':
          return errorFrame(text(':error-code'), text(':error-message'));
        default:
          throw new BrokenFrame('a frame of the stream does not say what it is');
      }
    } catch (error) {
      if (error instanceof BrokenFrame) throw error;
      throw new BrokenFrame('a frame of the stream is broken', { cause: error });
    }
  }
}

/** Looked at before the rest of the frame is there: a wrong length would have us wait for ever. */
function lengthOf(prelude: Buffer): number {
  const length = prelude.readUInt32BE(0);
  if (length >= LEAST_BYTES && length <= MOST_BYTES) return length;
  throw new BrokenFrame(`a frame of the stream says that it has ${length} bytes`);
}

function nameOf(name: string): string {
  if (/^[A-Za-z]{1,64}$/.test(name)) return name;
  throw new BrokenFrame('a frame of the stream has no name');
}

const ERROR_CODE = /^(?<code>[A-Za-z]{1,54}?)(?:Exception|Error)?$/;

/** An error that is none of the service's own exceptions. */
const errorFrame = (code: string, message: string): EventFrame => ({
  name: `${ERROR_CODE.exec(code)?.groups?.code ?? 'stream'}Error`,
  body: Buffer.from(JSON.stringify({ message })),
});
