import { FormFault } from '../../multipart/form-fault.ts';
import { onlyPart, onlyText, readForm, type FormPart } from '../../multipart/read-form.ts';
import { badRequest, type Refusal } from '../../pipeline/exchange/refusal.ts';

/** A file that somebody wants to have kept. */
export interface Upload {
  /** The parts that go on, without the file. */
  readonly fields: readonly FormPart[];
  readonly file: FormPart & { readonly filename: string };
  readonly purpose: string;
  /** A model of the provider that is to keep it; undefined: none is named. */
  readonly model: string | undefined;
}

/** What files may be kept for. What others are for (fine-tuning, assistants, evaluations) is not served. */
const PURPOSES: ReadonlySet<string> = new Set(['user_data', 'vision', 'batch']);
/** Bytes of a name. */
const LONGEST_NAME = 200;

/** Reads a form with a file, or says what is wrong with it. */
export function readUpload(body: Buffer, contentType: string | undefined): Upload | Refusal {
  try {
    return uploadOf(readForm(body, contentType));
  } catch (error) {
    if (error instanceof FormFault) return badRequest(error.message);
    throw error;
  }
}

function uploadOf(parts: readonly FormPart[]): Upload | Refusal {
  const file = onlyPart(parts, 'file');
  const filename = file?.filename;
  if (!file || filename === undefined || filename === '')
    return badRequest('Send the file, with its name, as the part "file" of the form.', 'file');
  if (Buffer.byteLength(filename) > LONGEST_NAME)
    return badRequest(`The name of the file is longer than ${LONGEST_NAME} bytes.`, 'file');
  const purpose = onlyText(parts, 'purpose');
  if (purpose === undefined || !PURPOSES.has(purpose)) return wrongPurpose(purpose);
  const model = onlyText(parts, 'model');
  const fields = parts.filter(({ name }) => name !== 'file' && name !== 'model');
  return { fields, file: { ...file, filename }, purpose, model };
}

const LONGEST_TOLD = 64;

function wrongPurpose(purpose: string | undefined): Refusal {
  const served = `"purpose" has to be one of ${[...PURPOSES].join(', ')}.`;
  const message =
    purpose === undefined
      ? `Say what the file is for: ${served}`
      : `The purpose "${purpose.slice(0, LONGEST_TOLD)}" is not served: ${served}`;
  return badRequest(message, 'purpose');
}
