import { findTexts, type FoundText, type FoundTexts } from './find-texts.ts';
import { afterString, type Span } from './json-places.ts';

const QUOTE = 0x22;

/** A chunk whose one text is a string, and what stands around that string, with its quotes. */
interface Mould {
  readonly before: string;
  readonly after: string;
  readonly text: FoundText;
  readonly found: FoundTexts;
}

/**
 * Finds the texts of the chunks of one stream. Most chunks differ from the one before them in one string alone: where what stands before it and
 * behind it is the same to the character, all places are those of that chunk, and nothing of it is read again.
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
function endIn(json: string, { before, after, text: { start } }: Mould): number {
  const end = json.length - after.length;
  // An empty string is no text.
  if (end - start <= 2 || !json.startsWith(before) || !json.endsWith(after)) return -1;
  return afterString(json, start) === end ? end : -1;
}

function mouldOf(json: string, found: FoundTexts): Mould | undefined {
  const { texts, blanks, unseen, finished } = found;
  const [text] = texts;
  if (!text || texts.length > 1 || json.charCodeAt(text.start) !== QUOTE) return undefined;
  if (blanks.length > 0 || unseen.size > 0 || finished.size > 0) return undefined;
  return { before: json.slice(0, text.start + 1), after: json.slice(text.end), text, found };
}

/** The same with a text that ends elsewhere: all that ends behind it moves with it. */
function movedTo({ text, found }: Mould, end: number): FoundTexts {
  const by = end - text.end;
  if (by === 0) return found;
  const { blanks, unseen, finished, reasons, messages, choicesAt, choicesEnd } = found;
  const { start, choice, key, how } = text;
  const moved = (span: Span): Span => ({
    start: span.start > start ? span.start + by : span.start,
    end: span.end > start ? span.end + by : span.end,
  });
  return {
    ...{ texts: [{ start, end, choice, key, how }], blanks, unseen, finished, reasons, choicesAt },
    messages: messages.map(moved),
    choicesEnd: choicesEnd > start ? choicesEnd + by : choicesEnd,
  };
}
