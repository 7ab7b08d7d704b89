import { FormFault } from './form-fault.ts';

/** A value with its parameters: `form-data; name="file"`. */
interface Parametrized {
  /** In lower case. */
  readonly type: string;
  /** By their names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const PARAMETER = new RegExp(
  `;[ \\t]*(?<name>${TOKEN})=(?:"(?<quoted>(?:[^"\\\\]|\\\\.)*)"|(?<plain>[^\\s;"]+))[ \\t]*`,
  'gy',
);
const HEADER = new RegExp(`^(?<name>${TOKEN}):[ \\t]*(?<value>.*?)[ \\t]*$`, 's');
/** `filename*=utf-8''a%20file` (RFC 8187). */
const EXTENDED = /^utf-8'[^']*'(?<text>[\w!#$&+.^`|~%-]*)$/i;

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

/** The headers of a part, by their names in lower case. Throws a FormFault where they cannot be read. */
export function headersOf(head: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.split('\r\n')) {
    const { name, value = '' } = HEADER.exec(line)?.groups ?? {};
    const known = name?.toLowerCase();
    if (known === undefined || headers.has(known) || /[\r\n\0]/.test(value))
      throw new FormFault('A part of the form has headers that cannot be read.');
    headers.set(known, value);
  }
  return headers;
}

/** What a part is called, and its file. Throws a FormFault where it has no name. */
export function disposition(text: string): { name: string; filename: string | undefined } {
  const { type, parameters } = typeOf(text);
  const name = parameters.get('name');
  if (type !== 'form-data' || name === undefined || name === '')
    throw new FormFault(
      'A part of the form has no name: its content-disposition has to be form-data with a name.',
    );
  return { name, filename: parameters.get('filename') ?? extended(parameters.get('filename*')) };
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
