import { parseJson } from '@aicp/common/json/parse-json';
import { base64Of } from '@aicp/gateway/formats/documents/embeddings/openai-embeddings';
import { isObject, listOf, objectOf } from '@aicp/gateway/formats/json/members';

/** What is not there in an answer whose vectors are texts. */
const NUMBERS = /"embedding"\s*:\s*\[/;

/** Whether a request of embeddings asks for vectors in base64. */
export const asksForBase64 = (body: Buffer): boolean =>
  /"encoding_format"\s*:\s*"base64"/.test(body.toString());

/** Embeddings whose vectors are in base64; the same bytes where they are already, or where it is no answer of that kind. */
export function inBase64(json: Buffer): Buffer {
  const text = json.toString();
  const answer = NUMBERS.test(text) ? parseJson(text) : undefined;
  if (!isObject(answer)) return json;
  const data = listOf(answer.data).map((one) => {
    const item = objectOf(one);
    return item && isVector(item.embedding)
      ? { ...item, embedding: base64Of(item.embedding) }
      : one;
  });
  return Buffer.from(JSON.stringify({ ...answer, data }));
}

const isVector = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number');
