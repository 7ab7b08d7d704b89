import { cutText } from '@aicp/contracts/routing/request/chat-facts';
import { FormFault } from '../../multipart/form-fault.ts';
import { onlyText, readForm, type FormPart } from '../../multipart/read-form.ts';
import { isWrittenCount, NO_COUNT } from '../openai-chat/member-values.ts';
import type { BadRequest } from '../protocol.ts';
import type { FormRules } from './form-kinds.ts';

/** What the gateway reads of a request that is a form. */
export interface FormFacts {
  /** Their contents are views of the body. */
  readonly parts: readonly FormPart[];
  /** Undefined where the client named none. */
  readonly model: string | undefined;
  readonly stream: boolean;
  readonly user: string | undefined;
  readonly images: number | undefined;
}

const LONGEST_MODEL_ID = 512;
const LONGEST_USER = 256;

/** What a form says whose parts were read. Throws a FormFault where a part is not what it should be. */
export function factsOf(parts: readonly FormPart[], rules: FormRules): FormFacts | BadRequest {
  const wrong = wrongParts(parts, rules);
  if (wrong) return wrong;
  const model = onlyText(parts, 'model') ?? '';
  if (model.length > LONGEST_MODEL_ID)
    return bad(`model must be a text of at most ${LONGEST_MODEL_ID} characters.`, 'model');
  const stream = onlyText(parts, 'stream') ?? 'false';
  if (!/^(?:true|false)$/i.test(stream)) return bad('stream must be true or false.', 'stream');
  const images = rules.makesImages ? imagesIn(parts) : undefined;
  if (typeof images === 'object') return images;
  const user = onlyText(parts, 'user');
  return {
    ...{ parts, stream: /^true$/i.test(stream), images },
    model: model === '' ? undefined : model,
    user: user === undefined ? undefined : cutText(user, LONGEST_USER),
  };
}

/** Reads a form, in whichever order its parts stand; or says why it can't be served. */
export function readFormRequest(
  body: Buffer,
  contentType: string | undefined,
  rules: FormRules,
): FormFacts | BadRequest {
  try {
    return factsOf(readForm(body, contentType), rules);
  } catch (error) {
    if (error instanceof FormFault) return { message: error.message, param: null };
    throw error;
  }
}

const bad = (message: string, param: string | null): BadRequest => ({ message, param });

/** What is wrong with the parts of a form, beside what stands in them. */
function wrongParts(parts: readonly FormPart[], rules: FormRules): BadRequest | undefined {
  const [file] = rules.files;
  for (const part of parts) {
    const wrong = wrongKind(part, rules);
    if (wrong) return wrong;
  }
  if (!parts.some(({ name }) => rules.files.includes(name)))
    return bad(`${file} must be a file of the form.`, file);
  const twice = parts.find(
    ({ name }, at) => parts.findIndex((one) => one.name === name) < at && !mayRepeat(name, rules),
  );
  return twice && bad(`The form has more than one "${toldOf(twice.name)}": send one.`, null);
}

/** Whether a part is a file says its name alone: one that is called so and has no filename, or a field that has one, other readers take for the other. */
function wrongKind({ name, filename }: FormPart, rules: FormRules): BadRequest | undefined {
  const meant = disguised(name);
  if (meant !== undefined)
    return bad(`"${toldOf(name)}" must be written as ${meant}, or left out.`, meant);
  const isFile = isFileName(name, rules);
  if (isFile === (filename !== undefined)) return undefined;
  return isFile
    ? bad(`${name} must be a file of the form: send it with a filename.`, name)
    : bad(fieldNotFile(toldOf(name)), toldOf(name));
}

/** Fields that the gateway reads itself. */
const READ_FIELDS: ReadonlySet<string> = new Set(['model', 'stream', 'n', 'user']);

/** The field that is read for which another reader may take one of this name: without heed of case and space, or as a list of it. Undefined: none, or it is that one. */
function disguised(name: string): string | undefined {
  const meant = name
    .trim()
    .replace(/\[\d*\]$/, '')
    .toUpperCase()
    .toLowerCase();
  return meant !== name && READ_FIELDS.has(meant) ? meant : undefined;
}

const isFileName = (name: string, { files, moreFiles }: FormRules): boolean =>
  files.includes(name) || moreFiles.has(name);

/** A list is called so; of two other texts, readers differ in which of them counts. */
const mayRepeat = (name: string, rules: FormRules): boolean =>
  isFileName(name, rules) || rules.words.has(name) || name.endsWith('[]');

/** Of a name that was sent. */
const LONGEST_TOLD = 64;

const toldOf = (name: string): string => name.slice(0, LONGEST_TOLD);

const fieldNotFile = (name: string): string =>
  `"${name}" is no file of this API: send it as a field, without a filename, or leave it out.`;

function imagesIn(parts: readonly FormPart[]): number | BadRequest {
  const asked = onlyText(parts, 'n') ?? '1';
  return isWrittenCount(asked) ? Number(asked) : bad(`n must be ${NO_COUNT}.`, 'n');
}
