import { FormFault } from './form-fault.ts';
import { contentTypeOf, disposition, headersOf, typeOf } from './part-headers.ts';

/** One part of a form (RFC 7578). */
export interface FormPart {
  readonly name: string;
  /** Undefined: it is a field, and no file. */
  readonly filename: string | undefined;
  /** As it stands there; undefined: it is not said. */
  readonly contentType: string | undefined;
  /** A view of the form's bytes. */
  readonly content: Buffer;
}

/** Parts of one form: no API has nearly as many. */
const MOST_PARTS = 64;
/** Bytes of the headers of a part. */
const LONGEST_HEAD = 8_192;
/** RFC 2046, 5.1.1. */
const BOUNDARY = /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/;
const LINE_END = '\r\n';
/** By which some readers take all fields for texts of another encoding (RFC 7578, 4.6). */
const CHARSET_FIELD = '_charset_';

/** The boundary that a content type names. Throws a FormFault where it names none. */
export function boundaryOf(contentType: string | undefined): string {
  const { type, parameters } = typeOf(contentType ?? '');
  if (type !== 'multipart/form-data')
    throw new FormFault('Send a form: the content type has to be multipart/form-data.');
  const boundary = parameters.get('boundary');
  if (boundary === undefined || !BOUNDARY.test(boundary))
    throw new FormFault('The content type of the form names no boundary that can be one.');
  return boundary;
}

/** The parts of a form, in their order. It is read strictly, so that whoever reads it after us finds the same. Throws a FormFault where it is none. */
export function readForm(body: Buffer, contentType: string | undefined): FormPart[] {
  const boundary = boundaryOf(contentType);
  const first = Buffer.from(`--${boundary}`);
  const between = Buffer.from(`${LINE_END}--${boundary}`);
  if (!body.subarray(0, first.length).equals(first))
    throw new FormFault('The form does not begin with its boundary.');
  const parts: FormPart[] = [];
  let at = first.length;
  while (!isEnd(body, at)) {
    if (!startsWith(body, at, LINE_END))
      throw new FormFault('Behind a boundary of the form stands neither a line end nor --.');
    const end = body.indexOf(between, at);
    if (end === -1) throw new FormFault('The form breaks off: its last boundary is missing.');
    if (parts.length >= MOST_PARTS) throw new FormFault(`A form has at most ${MOST_PARTS} parts.`);
    parts.push(partOf(body.subarray(at + LINE_END.length, Math.max(end, at + LINE_END.length))));
    at = end + between.length;
  }
  return parts;
}

/** The only part of a name; undefined: there is none. Throws a FormFault where there are several: servers differ in which of them counts. */
export function onlyPart(parts: readonly FormPart[], name: string): FormPart | undefined {
  const [part, ...others] = parts.filter((one) => one.name === name);
  if (others.length > 0) throw new FormFault(`The form has more than one "${name}": send one.`);
  return part;
}

/** The text of the only field of a name; undefined: there is none. Throws a FormFault where there are several, or it is a file or no text. */
export function onlyText(parts: readonly FormPart[], name: string): string | undefined {
  const part = onlyPart(parts, name);
  if (!part) return undefined;
  if (part.filename !== undefined)
    throw new FormFault(`"${name}" has to be a field of the form, and not a file.`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(part.content);
  } catch (cause) {
    throw new FormFault(`"${name}" has to be a text in UTF-8.`, { cause });
  }
}

function isEnd(body: Buffer, at: number): boolean {
  if (!startsWith(body, at, '--')) return false;
  const rest = body.toString('latin1', at + 2, at + 5);
  if (rest !== '' && rest !== LINE_END)
    throw new FormFault('Something stands behind the last boundary of the form.');
  return true;
}

const startsWith = (body: Buffer, at: number, text: string): boolean =>
  body.toString('latin1', at, at + text.length) === text;

function partOf(bytes: Buffer): FormPart {
  const end = bytes.subarray(0, LONGEST_HEAD + 4).indexOf('\r\n\r\n');
  if (end === -1) throw new FormFault('A part of the form has no blank line behind its headers.');
  const headers = headersOf(bytes.toString('utf8', 0, end));
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  if (!['binary', '8bit', '7bit'].includes(encoding))
    throw new FormFault(`Send parts of the form as they are, and not as ${encoding}.`);
  const { name, filename } = disposition(headers.get('content-disposition') ?? '');
  if (name === CHARSET_FIELD)
    throw new FormFault(`Forms are read as UTF-8: leave out the field ${CHARSET_FIELD}.`);
  return {
    ...{ name, filename, contentType: contentTypeOf(headers.get('content-type')) },
    content: bytes.subarray(end + 4),
  };
}
