import { cutText } from '@aicp/contracts/routing/request/chat-facts';
import { FormFault } from '../../multipart/form-fault.ts';
import { boundaryOf, onlyText, readForm, type FormPart } from '../../multipart/read-form.ts';
import type { BadRequest } from '../protocol.ts';
import type { FormRules } from './form-kinds.ts';

/** What the gateway reads of a request that is a form. */
export interface FormFacts {
  readonly boundary: string;
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

/** Reads a form, in whichever order its parts stand; or says why it can't be served. */
export function readFormRequest(
  body: Buffer,
  contentType: string | undefined,
  rules: FormRules,
): FormFacts | BadRequest {
  try {
    return factsOf(readForm(body, contentType), boundaryOf(contentType), rules);
  } catch (error) {
    if (error instanceof FormFault) return { message: error.message, param: null };
    throw error;
  }
}

function factsOf(
  parts: readonly FormPart[],
  boundary: string,
  { files, makesImages }: FormRules,
): FormFacts | BadRequest {
  const model = onlyText(parts, 'model') ?? '';
  if (model.length > LONGEST_MODEL_ID)
    return bad(`model must be a text of at most ${LONGEST_MODEL_ID} characters.`, 'model');
  const hasFile = parts.some((one) => one.filename !== undefined && files.includes(one.name));
  if (!hasFile) return bad(`${files[0]} must be a file of the form.`, files[0]);
  const stream = onlyText(parts, 'stream') ?? 'false';
  if (!/^(?:true|false)$/i.test(stream)) return bad('stream must be true or false.', 'stream');
  const user = onlyText(parts, 'user');
  return {
    ...{ boundary, parts, stream: /^true$/i.test(stream) },
    model: model === '' ? undefined : model,
    user: user === undefined ? undefined : cutText(user, LONGEST_USER),
    images: makesImages ? imagesIn(parts) : undefined,
  };
}

const bad = (message: string, param: string): BadRequest => ({ message, param });

/** What is no number of images is left to the provider. */
function imagesIn(parts: readonly FormPart[]): number {
  const asked = Number(onlyText(parts, 'n') ?? 1);
  return Number.isFinite(asked) && asked >= 1 ? Math.floor(asked) : 1;
}
