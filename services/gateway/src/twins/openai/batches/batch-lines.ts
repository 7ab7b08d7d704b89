type Json = Readonly<Record<string, unknown>>;

/** A request of a batch. */
export interface BatchRequest {
  readonly custom_id: string;
  readonly body: Json;
}

/** What is wrong with a batch's file, as OpenAI says it in `errors.data`. */
export interface BatchError {
  readonly code: string;
  readonly message: string;
  readonly line: number | null;
  readonly param: string | null;
}

const MOST_LINES = 50_000;

/** Reads the file of a batch as strictly as OpenAI does, which looks at it after it has taken the batch. */
export function readBatchFile(
  content: Buffer,
  endpoint: string,
): readonly BatchRequest[] | readonly BatchError[] {
  const lines = content
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (lines.length === 0) return [fault('empty_file', 'The input file is empty.', null, null)];
  if (lines.length > MOST_LINES)
    return [fault('too_many_tasks', `More than ${MOST_LINES} requests.`, null, null)];
  const seen = new Set<string>();
  const models = new Set<unknown>();
  const read = lines.map((line, at) => readLine(line, at + 1, { endpoint, seen, models }));
  const faults = read.filter((one) => 'code' in one);
  return faults.length > 0 ? faults : read.filter((one) => 'custom_id' in one);
}

interface Known {
  readonly endpoint: string;
  readonly seen: Set<string>;
  readonly models: Set<unknown>;
}

function readLine(text: string, line: number, known: Known): BatchRequest | BatchError {
  const value = jsonOf(text);
  if (!isObject(value)) return fault('invalid_json_line', 'This line is no JSON.', line, null);
  const { custom_id: id, method, url, body } = value;
  if (typeof id !== 'string')
    return fault('missing_required_parameter', 'A custom_id is missing.', line, 'custom_id');
  if (known.seen.has(id))
    return fault('duplicate_custom_id', `The custom_id ${id} is there twice.`, line, 'custom_id');
  known.seen.add(id);
  if (method !== 'POST') return fault('invalid_method', 'The method has to be POST.', line, null);
  if (url !== known.endpoint)
    return fault('mismatched_url', 'The url is not the endpoint of the batch.', line, 'url');
  if (!isObject(body)) return fault('invalid_request', 'The body is missing.', line, 'body');
  known.models.add(body['model']);
  if (known.models.size > 1)
    return fault('mismatched_model', 'All requests of a batch have one model.', line, 'model');
  return { custom_id: id, body };
}

const fault = (
  code: string,
  message: string,
  line: number | null,
  param: string | null,
): BatchError => ({ code, message, line, param });

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text as JSON; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
