import { parseJson } from '@aicp/common/json/parse-json';
import { isObject } from '../../formats/json/members.ts';
import { badRequest, type Refusal } from '../../pipeline/exchange/refusal.ts';
import { OWNER_MEMBER } from '../kept/batch-document.ts';

/** What somebody asks to have done as a batch. */
export interface BatchRequest {
  /** Our id of the file with its requests. */
  readonly file: string;
  /** Those that its requests may be of: the one that is named, and for clients of Azure also what Azure takes it for. All are of the same one. */
  readonly endpoints: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
}

/** OpenAI takes sixteen, of which one says whose the batch is. */
const MOST_METADATA = 15;
const LONGEST_NAME = 64;
const LONGEST_VALUE = 512;
const MEMBERS: ReadonlySet<string> = new Set([
  ...['input_file_id', 'endpoint', 'completion_window', 'metadata'],
]);

/** Reads the body of a request for a batch, or says what is wrong with it. `endpoints`: those whose requests may be in one. */
export function readBatchRequest(
  body: Buffer,
  endpoints: readonly string[],
): BatchRequest | Refusal {
  const value = parseJson(body.toString());
  if (!isObject(value)) return badRequest('The body has to be a JSON object.');
  const stranger = Object.keys(value).find((name) => !MEMBERS.has(name));
  if (stranger !== undefined)
    return badRequest(`"${stranger}" is not served of a batch: leave it out.`, stranger);
  const { input_file_id: file, endpoint, completion_window: window } = value;
  if (typeof file !== 'string')
    return badRequest('Name the file with the requests as "input_file_id".', 'input_file_id');
  const meant = endpointsOf(endpoint).filter((one) => endpoints.includes(one));
  if (meant.length === 0)
    return badRequest(`"endpoint" has to be one of ${endpoints.join(', ')}.`, 'endpoint');
  if (window !== '24h')
    return badRequest('"completion_window" has to be "24h".', 'completion_window');
  const metadata = metadataOf(value['metadata']);
  if ('status' in metadata) return metadata;
  return { file, endpoints: meant, metadata: metadata.read };
}

/** Azure's clients leave the version out, and name chat completions where the requests are of responses, too: Azure reads that in the file. */
function endpointsOf(endpoint: unknown): readonly string[] {
  if (typeof endpoint !== 'string') return [];
  if (endpoint === '/chat/completions') return [withVersion(endpoint), '/v1/responses'];
  return [withVersion(endpoint)];
}

/** An endpoint as OpenAI writes it, of one that may be without the version, as Azure writes it. */
export const withVersion = (endpoint: string): string =>
  endpoint.startsWith('/v1/') ? endpoint : `/v1${endpoint}`;

function metadataOf(value: unknown): { readonly read: Readonly<Record<string, string>> } | Refusal {
  if (value === undefined || value === null) return { read: {} };
  const pairs = isObject(value) ? Object.entries(value) : undefined;
  if (!pairs || pairs.length > MOST_METADATA || !pairs.every(isPair))
    return badRequest(
      `"metadata" has to be an object of at most ${MOST_METADATA} texts, each of at most ${LONGEST_VALUE} characters, with names of at most ${LONGEST_NAME}, of which none is "${OWNER_MEMBER}".`,
      'metadata',
    );
  return { read: Object.fromEntries(pairs) };
}

const isPair = (pair: readonly [string, unknown]): pair is [string, string] =>
  typeof pair[1] === 'string' &&
  pair[0] !== OWNER_MEMBER &&
  pair[0].length <= LONGEST_NAME &&
  pair[1].length <= LONGEST_VALUE;
