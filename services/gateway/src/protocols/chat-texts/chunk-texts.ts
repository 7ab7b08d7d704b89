import { PADDING_FORM } from './answer-shapes.ts';
import { findTexts, type FoundText, type FoundTexts } from './find-texts.ts';
import { afterString, type Span } from './json-places.ts';

const QUOTE = 0x22;
/** How a chunk ends that OpenAI made longer, so that its length does not tell what it says: the last member is another in each. */
const PADDING = /,"obfuscation":"[0-9A-Za-z]{0,64}"\}$/;
const PADDING_START = ',"obfuscation":"';
const PADDING_END = '"}';

/** A chunk whose one text is a string, and what stands around that string, with its quotes. */
interface Mould {
  readonly before: string;
  /** Up to the value of the padding, where the chunk is padded. */
  readonly after: string;
  readonly isPadded: boolean;
  readonly text: FoundText;
  readonly found: FoundTexts;
}

/**
 * Finds the texts of the chunks of one stream. Most chunks differ from the one before them in one string alone: where what stands before it and
 * behind it is the same to the character, all places are those of that chunk, and nothing of it is read again. Padding at the end may differ.
 */
export class ChunkTexts {
  private mould: Mould | undefined;

  /** What `findTexts` finds. */
  find(json: string): FoundTexts {
    const { mould } = this;
    const end = mould ? endIn(json, mould) : -1;
    if (mould && end !== -1) return movedTo(mould, end);
    const found = findTexts(json);
    this.mould = mouldOf(json, found);
    return found;
  }
}

/** Where the text ends in a chunk that is otherwise the same; -1 where it is not, or has no text there. */
function endIn(json: string, { before, after, isPadded, text: { start } }: Mould): number {
  const afterEnd = isPadded ? paddingIn(json) : json.length;
  const end = afterEnd - after.length;
  // An empty string is no text.
  if (end - start <= 2 || !json.startsWith(before) || !json.endsWith(after, afterEnd)) return -1;
  return afterString(json, start) === end ? end : -1;
}

/** Where the value of the padding begins; -1 where the chunk does not end with a string that may be padding. */
function paddingIn(json: string): number {
  if (!json.endsWith(PADDING_END)) return -1;
  const at = json.lastIndexOf('"', json.length - PADDING_END.length - 1) + 1;
  return PADDING_FORM.test(json.slice(at, -PADDING_END.length)) ? at : -1;
}

function mouldOf(json: string, found: FoundTexts): Mould | undefined {
  const { texts, blanks, twins, unseen, finished } = found;
  const [text] = texts;
  if (!text || texts.length > 1 || json.charCodeAt(text.start) !== QUOTE) return undefined;
  if (blanks.length > 0 || twins.length > 0 || unseen.size > 0 || finished.size > 0)
    return undefined;
  const paddedAt = json.slice(text.end).search(PADDING);
  const isPadded = paddedAt !== -1;
  const afterEnd = isPadded ? text.end + paddedAt + PADDING_START.length : json.length;
  return {
    ...{ before: json.slice(0, text.start + 1), after: json.slice(text.end, afterEnd) },
    ...{ isPadded, text, found },
  };
}

/** The same with a text that ends elsewhere: all that ends behind it moves with it. */
function movedTo({ text, found }: Mould, end: number): FoundTexts {
  const by = end - text.end;
  if (by === 0) return found;
  const { blanks, twins, unseen, finished, reasons, messages, choicesAt, choicesEnd } = found;
  const { start, choice, key, how } = text;
  const moved = (span: Span): Span => ({
    start: span.start > start ? span.start + by : span.start,
    end: span.end > start ? span.end + by : span.end,
  });
  return {
    ...{ texts: [{ start, end, choice, key, how }], blanks, twins, unseen, finished, reasons },
    choicesAt,
    messages: messages.map(moved),
    choicesEnd: choicesEnd > start ? choicesEnd + by : choicesEnd,
  };
}
