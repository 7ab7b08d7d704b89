export const NEWLINE = 0x0a;
export const RETURN = 0x0d;
const DATA_FIELD = Buffer.from('data:');
const EVENT_FIELD = Buffer.from('event:');
const SPACE = 0x20;
const COLON = 0x3a;
/** A stream may begin with one, which belongs to no line (the standard on server-sent events, 9.2.5). */
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** What an event says, of what is read of it. */
export interface EventFields {
  /** All lines of its data as one; undefined where it has none. */
  readonly data: Buffer | undefined;
  /** Where its data stand in it; -1 where it has none, or several lines of them. */
  readonly dataAt: number;
  readonly name: string;
}

/** Reads the lines of an event. */
export function readEventFields(event: Buffer): EventFields {
  const ends = new LineEnds(event);
  const data: Buffer[] = [];
  let name = '';
  let at = beginningOf(event);
  while (at < event.length) {
    const found = ends.endOf(at);
    const end = found === -1 ? event.length : found;
    if (startsWith(event, at, DATA_FIELD)) data.push(dataOf(event, at, end));
    else if (startsWith(event, at, EVENT_FIELD)) name = nameOf(event, at, end);
    at = ends.after(end);
  }
  const [only] = data.length === 1 ? data : [];
  const dataAt = only ? only.byteOffset - event.byteOffset : -1;
  return { data: joined(data), dataAt, name };
}

/** An event without all that is neither data, a comment nor the end of a line: its name, its id, and fields that nobody knows. */
export function withoutOtherFields(event: Buffer): Buffer {
  const ends = new LineEnds(event);
  const kept: Buffer[] = [];
  let from = 0;
  for (let at = beginningOf(event); from < event.length; at = from) {
    const found = ends.endOf(at);
    const next = found === -1 ? event.length : ends.after(found);
    const isKept = found === at || event[at] === COLON || isData(event, at);
    if (isKept) kept.push(event.subarray(from, next));
    from = next;
  }
  return Buffer.concat(kept);
}

/** The data of a line: what stands behind the field's name and a space. */
export function dataOf(bytes: Buffer, at: number, end: number): Buffer {
  const start = at + DATA_FIELD.length;
  return bytes.subarray(bytes[start] === SPACE && start < end ? start + 1 : start, end);
}

/** Whether a line of data begins at `at`. */
export const isData = (bytes: Buffer, at: number): boolean => startsWith(bytes, at, DATA_FIELD);

/** Whether any line of data begins in the text. */
export const holdsData = (bytes: Buffer): boolean =>
  isData(bytes, beginningOf(bytes)) || bytes.includes('\ndata:') || bytes.includes('\rdata:');

const beginningOf = (event: Buffer): number =>
  startsWith(event, 0, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;

/** Whether a line with the name of its event begins at `at`. */
export const isName = (bytes: Buffer, at: number): boolean => startsWith(bytes, at, EVENT_FIELD);

/** The name that such a line says. */
export const nameOf = (bytes: Buffer, at: number, end: number): string =>
  bytes.toString('latin1', at + EVENT_FIELD.length, Math.min(end, at + 64)).trim();

function joined([first, ...more]: readonly Buffer[]): Buffer | undefined {
  if (!first || more.length === 0) return first;
  const newline = Buffer.from('\n');
  return Buffer.concat([first, ...more.flatMap((line) => [newline, line])]);
}

/** Whether `prefix` stands at `at`. */
export function startsWith(bytes: Buffer, at: number, prefix: Buffer): boolean {
  for (let index = 0; index < prefix.length; index += 1) {
    if (bytes[at + index] !== prefix[index]) return false;
  }
  return true;
}

/** Finds the line ends of a piece of text in turn: LF, CR, or both together. No byte is searched twice. */
export class LineEnds {
  private readonly bytes: Buffer;
  private feed: number;
  private carriage: number;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.feed = bytes.indexOf(NEWLINE);
    this.carriage = bytes.indexOf(RETURN);
  }

  /** Where the line ends that begins at `from`, which never goes back; -1 where its end is not in the piece. */
  endOf(from: number): number {
    const { bytes } = this;
    if (bytes[from] === NEWLINE) return from;
    if (this.feed !== -1 && this.feed < from) this.feed = bytes.indexOf(NEWLINE, from);
    if (this.carriage !== -1 && this.carriage < from) this.carriage = bytes.indexOf(RETURN, from);
    if (this.carriage === -1) return this.feed;
    return this.feed === -1 ? this.carriage : Math.min(this.feed, this.carriage);
  }

  /** Where the next line begins after one that ends at `end`. */
  after(end: number): number {
    const isPair = this.bytes[end] === RETURN && this.bytes[end + 1] === NEWLINE;
    return isPair ? end + 2 : end + 1;
  }
}
