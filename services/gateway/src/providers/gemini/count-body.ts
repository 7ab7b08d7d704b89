import { parseJson } from '@aicp/common/json/parse-json';
import { isObject } from '../../formats/json/members.ts';
import type { UpstreamRequest } from '../upstream/provider-client.ts';

type Countable = Pick<UpstreamRequest, 'model' | 'body'>;

/** A model without what may stand before it: `gemini-3-pro`. */
export const bareName = (model: string): string =>
  model.replace(/^(?:publishers\/google\/)?models\//, '');

/** All of a request of generateContent, as the Gemini API counts it: its system instruction and tools as well, which it takes in this form alone. */
export const wholeToCount = ({ model, body }: Countable): Buffer =>
  written({ generateContentRequest: { ...read(body), model: `models/${bareName(model)}` } });

/** What Vertex AI counts of a request; it refuses what else a chat may have. */
const COUNTED_BY_VERTEX: ReadonlySet<string> = new Set([
  ...['contents', 'systemInstruction', 'tools', 'generationConfig'],
  ...['system_instruction', 'generation_config'],
]);

/** The same as Vertex AI counts it. */
export const partToCount = ({ body }: Countable): Buffer =>
  written(
    Object.fromEntries(Object.entries(read(body)).filter(([name]) => COUNTED_BY_VERTEX.has(name))),
  );

/** Protocols have read it by then, and found it to be an object. */
function read(body: Buffer): object {
  const value = parseJson(body.toString());
  return isObject(value) ? value : {};
}

const written = (value: object): Buffer => Buffer.from(JSON.stringify(value));
