import { Composer, Parser, type Document, type LineCounter } from 'yaml';

/** Why a text is no YAML document, and where that begins in it. `tooDeep` where it nests too deep to be read at all. */
export class NoDocument extends Error {
  readonly offset: number;
  readonly tooDeep: boolean;

  constructor(message: string, offset: number, tooDeep = false) {
    super(message);
    this.name = 'NoDocument';
    this.offset = offset;
    this.tooDeep = tooDeep;
  }
}

type Place = number | readonly number[] | { readonly offset: number };
type OnError = (place: Place, code: string, message: string, isWarning?: boolean) => void;

/**
 * The one document that a text holds. Throws a NoDocument at the first thing that is wrong: the parser itself would collect an error for each of
 * half a million bad escapes, which takes it minutes, and only the first one is told.
 */
export function composeDocument(text: string, lines: LineCounter): Document {
  const composer = new Composer({ strict: true });
  let first: NoDocument | undefined;
  const onError: OnError = (place, code, message, isWarning) => {
    if (isWarning) return;
    first ??= new NoDocument(message, offsetOf(place), code === 'RESOURCE_EXHAUSTION');
    throw first;
  };
  Object.assign(composer, { onError });
  try {
    return only(composer.compose(new Parser(lines.addNewLine).parse(text), true, text.length));
  } catch (error) {
    throw first ?? error;
  }
}

function only(documents: Iterable<Document>): Document {
  let found: Document | undefined;
  for (const document of documents) {
    if (found) throw new NoDocument('There is more than one document', document.range?.[0] ?? 0);
    const [error] = document.errors;
    if (error) throw new NoDocument(error.message, error.pos[0]);
    found = document;
  }
  if (!found) throw new NoDocument('There is no document', 0);
  return found;
}

function offsetOf(place: Place): number {
  if (typeof place === 'number') return place;
  return 'offset' in place ? place.offset : (place[0] ?? 0);
}
