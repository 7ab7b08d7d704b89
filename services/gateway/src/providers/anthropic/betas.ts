import { parseJson } from '@aicp/common/json/parse-json';
import { isObject } from '../../formats/json/members.ts';
import { messageFormat } from '../../formats/messages/message-format.ts';
import { lossFault } from '../translated/loss-fault.ts';
import { LossyCall } from '../translated/lossy-call.ts';
import { RefusedCall } from '../translated/refused-call.ts';
import type {
  UpstreamCall,
  UpstreamReceiver,
  UpstreamRequest,
} from '../upstream/provider-client.ts';

/** Those that clouds are documented to take; they refuse a request that names any other (https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html). */
const CLOUD_BETAS: ReadonlySet<string> = new Set([
  ...['computer-use-2024-10-22', 'computer-use-2025-01-24', 'token-efficient-tools-2025-02-19'],
  ...['interleaved-thinking-2025-05-14', 'output-128k-2025-02-19', 'dev-full-thinking-2025-05-14'],
  ...['context-1m-2025-08-07', 'context-management-2025-06-27', 'effort-2025-11-24'],
  ...['tool-search-tool-2025-10-19', 'tool-examples-2025-10-29'],
]);

/** Betas of Anthropic's API that a request to a cloud takes part in, by its header or its body. */
export interface CloudBetas {
  /** The Provider's, and beside them those of the client's that clouds take. */
  readonly sent: readonly string[];
  /** What the cloud is not told; empty: it is told all. */
  readonly left: readonly string[];
}

const HEADER = 'anthropic-beta';

/** `own`: the Provider's, which are sent whatever they are. */
export function cloudBetas(
  own: string | undefined,
  { passed, body }: Pick<UpstreamRequest, 'passed' | 'body'>,
): CloudBetas {
  const ours = namesIn(own);
  const asked = [...new Set([...namesIn(passed?.[HEADER]), ...betasIn(body)])].filter(
    (name) => !ours.includes(name),
  );
  const sent = [...ours, ...asked.filter((name) => CLOUD_BETAS.has(name))];
  return { sent, left: asked.filter((name) => !CLOUD_BETAS.has(name)) };
}

/** Those that clients of clouds write into the body. */
function betasIn(body: Buffer): readonly string[] {
  if (!body.includes(IN_BODY)) return [];
  const request = parseJson(body.toString());
  const { anthropic_beta: betas } = isObject(request) ? request : {};
  return Array.isArray(betas) ? betas.filter((name) => typeof name === 'string') : [];
}

const IN_BODY = '"anthropic_beta"';

/** The refusal of a request whose Model wants nothing left out, while the cloud takes not all of its betas; undefined: it may be sent. */
export function refusedBetas(
  request: Pick<UpstreamRequest, 'lossy'>,
  { left }: CloudBetas,
  receiver: UpstreamReceiver,
): UpstreamCall | undefined {
  const fault = lossFault(
    request,
    left.map((name) => `${HEADER}: ${name}`),
  );
  return fault && new RefusedCall({ ...fault, param: HEADER }, { receiver, client: messageFormat });
}

/** A call that says what its provider was not told. */
export const tellingDropped = (call: UpstreamCall, { left }: CloudBetas): UpstreamCall =>
  left.length === 0 ? call : new LossyCall(call, [HEADER]);

const namesIn = (list = ''): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The value of a header, however its name is written. */
export const headerOf = (
  headers: Readonly<Record<string, string>>,
  name: string,
): string | undefined => Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
