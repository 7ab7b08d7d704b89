import type { FormPart } from './read-form.ts';

/** A form as it is sent. */
export interface WrittenForm {
  readonly contentType: string;
  readonly body: Buffer;
}

/**
 * Writes a form anew, so that whoever reads it finds the names that were read here, whatever their heads looked like as they came. Fields have no type: they are
 * texts in UTF-8. `random`: a text that stands in no part; it becomes the boundary.
 */
export function writeForm(parts: readonly FormPart[], random: string): WrittenForm {
  const boundary = boundaryOf(random);
  const pieces = parts.flatMap(({ name, filename, contentType, content }) => {
    const isFile = filename !== undefined;
    const file = isFile ? `; filename="${quoted(filename)}"` : '';
    const type = isFile && contentType !== undefined ? `content-type: ${contentType}\r\n` : '';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"${file}\r\n${type}\r\n`;
    return [Buffer.from(head), content, LINE_END];
  });
  return {
    contentType: boundaryTypeOf(random),
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

const boundaryOf = (random: string): string => `aicp-${random}`;

/** The content type of a form that is written with this text. */
export const boundaryTypeOf = (random: string): string =>
  `multipart/form-data; boundary=${boundaryOf(random)}`;

const LINE_END = Buffer.from('\r\n');

/** As browsers write it (the HTML standard). */
const quoted = (text: string): string =>
  text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
