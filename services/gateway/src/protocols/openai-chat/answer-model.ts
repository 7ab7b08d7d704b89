const MODEL_KEY = Buffer.from('"model"');
/** It stands before the choices. */
const SEARCHED_BYTES = 4096;
const MODEL = /^"model"\s*:\s*("(?:[^"\\]|\\.){1,256}")/;

/**
 * The model as an answer, or one event of a stream, calls it; undefined where its beginning does not say. Quotes within a JSON string are
 * escaped, so that a text that speaks of `"model"` is not mistaken for it.
 */
export function readAnswerModel(bytes: Buffer): string | undefined {
  const at = bytes.subarray(0, SEARCHED_BYTES).indexOf(MODEL_KEY);
  if (at === -1) return undefined;
  const [, text] = MODEL.exec(bytes.toString('utf8', at, at + 1024)) ?? [];
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as string;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
