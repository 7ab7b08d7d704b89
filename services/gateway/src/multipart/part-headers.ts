import { FormFault } from './form-fault.ts';

/** A value with its parameters: `form-data; name="file"`. */
interface Parametrized {
  /** In lower case. */
  readonly type: string;
  /** By their names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const IS_TOKEN = new RegExp(`^${TOKEN}$`);
const PARAMETER = new RegExp(
  `;[ \\t]*(?<name>${TOKEN})=(?:"(?<quoted>(?:[^"\\\\]|\\\\.)*)"|(?<plain>[^\\s;"]+))[ \\t]*`,
  'gy',
);
/** `filename*=utf-8''a%20file` (RFC 8187). */
const EXTENDED = /^utf-8'[^']*'(?<text>[\w!#$&+.^`|~%-]*)$/i;
/** Headers of one part: no client writes nearly as many. */
const MOST_HEADERS = 16;
/** What a part's disposition may say: readers differ in what they make of anything else. */
const OF_DISPOSITION: ReadonlySet<string> = new Set(['name', 'filename', 'filename*']);

/** Reads a value and its parameters; one that cannot be read has the type ''. */
export function typeOf(text: string): Parametrized {
  const [type = ''] = text.split(';', 1);
  const parameters = new Map<string, string>();
  let at = type.length;
  while (at < text.length) {
    PARAMETER.lastIndex = at;
    const found = PARAMETER.exec(text);
    const { name = '', quoted, plain = '' } = found?.groups ?? {};
    if (!found || parameters.has(name.toLowerCase())) return UNREADABLE;
    parameters.set(name.toLowerCase(), quoted === undefined ? plain : unquoted(quoted));
    at = PARAMETER.lastIndex;
  }
  return { type: type.trim().toLowerCase(), parameters };
}

const UNREADABLE: Parametrized = { type: '', parameters: new Map() };

/** curl writes `\"`, browsers and SDKs `%22` (the HTML standard's multipart/form-data encoding). */
const unquoted = (text: string): string =>
  text
    .replaceAll(/\\(["\\])/g, '$1')
    .replaceAll(/%(?:22|0D|0A)/gi, (escape) => decodeURIComponent(escape));

/**
 * The headers of a part, by their names in lower case. Throws a FormFault where they cannot be read. Each line is cut at its first colon and trimmed, without an
 * expression that could begin anew at each blank: what it takes grows with its length alone.
 */
export function headersOf(head: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const lines = head.split('\r\n', MOST_HEADERS + 1);
  if (lines.length > MOST_HEADERS)
    throw new FormFault(`A part of the form has more than ${MOST_HEADERS} headers.`);
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    const value = trimmed(line, colon + 1);
    if (!IS_TOKEN.test(name) || headers.has(name) || /[\r\n\0]/.test(value))
      throw new FormFault('A part of the form has headers that cannot be read.');
    headers.set(name, value);
  }
  return headers;
}

/** A line from `from` on, without blanks around it. */
function trimmed(line: string, from: number): string {
  let [start, end] = [from, line.length];
  while (start < end && isBlank(line[start])) start += 1;
  while (end > start && isBlank(line[end - 1])) end -= 1;
  return line.slice(start, end);
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/**
 * What a part is called, and its file. Throws a FormFault where it has no name, or one that other readers may take for another: a `name*`, or a backslash, which
 * some take as it is and others for the beginning of an escape.
 */
export function disposition(text: string): { name: string; filename: string | undefined } {
  const { type, parameters } = typeOf(text);
  const name = parameters.get('name');
  if (type !== 'form-data' || name === undefined || name === '')
    throw new FormFault(
      'A part of the form has no name: its content-disposition has to be form-data with a name.',
    );
  const odd = [...parameters.keys()].some((one) => !OF_DISPOSITION.has(one));
  if (odd)
    throw new FormFault(
      'A part of the form says more than its name and its filename in its content-disposition: leave that out.',
    );
  const filename = parameters.get('filename') ?? extended(parameters.get('filename*'));
  if (/[\\\0]/.test(name) || /[\\\0]/.test(filename ?? ''))
    throw new FormFault(
      'The name of a part or a file of the form holds a backslash: leave it out.',
    );
  return { name, filename };
}

function extended(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = EXTENDED.exec(value)?.groups?.['text'];
  try {
    if (text !== undefined) return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
  }
  throw new FormFault('The name of a file of the form cannot be read: write it in UTF-8.');
}

/** Types as they are registered, with parameters that every reader splits alike. */
const CONTENT_TYPE =
  /^[\w!#$&^.+-]{1,64}\/[\w!#$&^.+-]{1,64}(?:[ \t]?;[ \t]?[\w.+-]{1,32}=(?:[\w.+,:-]{1,64}|"[\x20!\x23-\x5b\x5d-\x7e]{0,64}")){0,4}$/;

/**
 * What a part says that it is; undefined where it does not say. Throws a FormFault where readers may differ in it: in another form, or as a form in the form
 * (RFC 7578, 4.3).
 */
export function contentTypeOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (CONTENT_TYPE.test(text) && !/^multipart\//i.test(text)) return text;
  throw new FormFault('A part of the form has a content-type that cannot be read.');
}
