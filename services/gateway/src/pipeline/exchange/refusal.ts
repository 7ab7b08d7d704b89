import type { RoutingRefusal } from '@aicp/contracts/routing/refusal';
import type { ShedReason } from '../../memory/admission.ts';
import type { ShareReason } from '../../memory/fair-shares.ts';

/** Why a request is not served, as the client is told. */
export interface Refusal extends RoutingRefusal {
  readonly headers: readonly string[];
  /** The policy that refused it, where that is none of routing. */
  readonly policy?: string | undefined;
}

/** After how many seconds whoever is refused may ask again; undefined where that is of no use. */
export function retryAfterOf({ headers }: Pick<Refusal, 'headers'>): number | undefined {
  const at = headers.indexOf('retry-after');
  return at === -1 ? undefined : Number(headers[at + 1]);
}

/** A refusal of the routing, with the headers that go with it. */
export const toRefusal = (refused: RoutingRefusal, headers: readonly string[] = []): Refusal => ({
  ...refused,
  headers,
});

type Details = Partial<Pick<Refusal, 'param' | 'headers' | 'code'>>;

const refusal = (status: number, type: string, message: string, details: Details): Refusal => ({
  status,
  type,
  message,
  code: details.code ?? null,
  param: details.param ?? null,
  headers: details.headers ?? [],
});

/** 400: the request itself is wrong. */
export const badRequest = (
  message: string,
  param: string | null = null,
  code: string | null = null,
): Refusal => refusal(400, 'invalid_request_error', message, { param, code });

/** Of the vendors' APIs, what this version does not serve. */
const NOT_SERVED = new RegExp(
  String.raw`^(?:/upload)?/(?:openai/)?(?:v1(?:beta\d*)?/)?(?:images|audio|batches|assistants|threads|realtime|vector_stores|fine_tuning|uploads|conversations|videos|containers|evals|skills|messages/batches|cachedContents|interactions|files|publishers|projects)(?:/|$)`,
);
const SERVED =
  'chat/completions, responses, messages, models/MODEL:generateContent, completions, embeddings, moderations, rerank, images, audio, realtime, files, batches and models';

/** 403: a page of an origin that may not call. */
export const forbiddenOrigin = (): Refusal =>
  refusal(403, 'permission_error', 'Pages of this origin may not call here.', {
    code: 'origin_not_allowed',
  });

/** What cannot be looked at, in words, where the word for it does not say so itself. */
const UNSEEN: Readonly<Record<string, string>> = {
  ...{ image: 'an image', audio: 'sound', file: 'a file', video: 'a video' },
  tokens: 'ids of tokens',
  unknown_part: 'a part of a type that is not known',
};

/** Which guardrail stopped something, and for what it found, or could not look at. */
interface Stopped {
  readonly guardrail: string;
  readonly label: string;
  readonly isUnseen?: true;
  readonly isFault?: true;
}

/** A guardrail stopped a request, or an answer. 403: it may not go on. 503: the guardrail could not judge it. */
export function guardrailStopped(
  what: 'request' | 'answer',
  { guardrail, label, isUnseen, isFault }: Stopped,
): Refusal {
  if (isFault) return guardrailUnavailable(guardrail, label);
  const held = `it holds ${UNSEEN[label] ?? label}, which it cannot look at`;
  const advice = what === 'request' ? 'send text alone' : 'ask for text alone';
  const why = isUnseen ? `${held}: ${advice}, or have it allow what it cannot look at` : label;
  const message = `The guardrail "${guardrail}" stopped the ${what}: ${why}.`;
  return refusal(403, 'permission_error', message, { code: 'guardrail_blocked' });
}

/** 502: guardrails have to look at the whole of an answer, and it is larger than they take. */
export const answerTooLarge = (limitBytes: number): Refusal =>
  refusal(
    502,
    'server_error',
    `The answer is larger than the ${limitBytes / 1_048_576} MiB that guardrails look at. Ask for a shorter one, or for a stream.`,
    { code: 'answer_too_large' },
  );

/** 404: nothing at that address. */
export function pathNotFound(method: string, path: string): Refusal {
  const hint = NOT_SERVED.test(path)
    ? ` Of the APIs of vendors, this version serves ${SERVED}, all below /v1: have the client use these.`
    : '';
  return refusal(404, 'invalid_request_error', `There is nothing at ${method} ${path}.${hint}`, {
    code: 'unknown_url',
  });
}

/** 404: what is said is made shorter by no vendor. */
export const notCompacted = (): Refusal =>
  refusal(
    404,
    'invalid_request_error',
    'responses/compact is not served: ask for a summary of the conversation by POST /v1/responses, and go on from that.',
    { code: 'not_served' },
  );

/** 404: nothing looks at the texts of whoever asks, which is no word that they are fine. */
export const noGuardrailApplies = (): Refusal =>
  refusal(
    404,
    'invalid_request_error',
    'No guardrail in block mode looks at what this key sends, so that nothing can be said of these texts. Ask whoever runs this gateway for one.',
    { code: 'no_guardrail_applies' },
  );

/** 404: moderations are answered by guardrails, and by no model. */
export const noModerationModel = (model: string): Refusal =>
  refusal(
    404,
    'invalid_request_error',
    `There is no model "${model}" for moderations: leave "model" out, and the guardrails answer.`,
    { code: 'model_not_found', param: 'model' },
  );

/** 503: a guardrail cannot judge, and lets nothing pass that it cannot judge. */
export const guardrailUnavailable = (guardrail: string, reason: string): Refusal =>
  refusal(
    503,
    'server_error',
    `The guardrail "${guardrail}" cannot judge this for now (${reason}). Try again later, or ask whoever set it up to look at it.`,
    { code: 'guardrail_unavailable', headers: ['retry-after', '5'] },
  );

/** 404: there is no such agent, or none that whoever asks may use. */
export const agentNotFound = (id: string): Refusal =>
  refusal(404, 'invalid_request_error', `There is no agent "${id}" that this key can use.`, {
    code: 'agent_not_found',
  });

/** 404: there is no such MCP server, or none that whoever asks may use. */
export const mcpServerNotFound = (id: string): Refusal =>
  refusal(404, 'invalid_request_error', `There is no MCP server "${id}" that this key can use.`, {
    code: 'mcp_server_not_found',
  });

/** 404: what asks for our own address, which nobody has told us. */
export const addressNotKnown = (): Refusal =>
  refusal(
    404,
    'invalid_request_error',
    'The gateway is not told where clients reach it, and takes nobody’s word for it: have whoever runs it set AICP_PUBLIC_URL (gateway.publicUrl in the Helm values), or ask it at localhost.',
    { code: 'address_not_known' },
  );

/** 405: the address takes other methods. */
export const methodNotAllowed = (method: string, allowed: string): Refusal =>
  refusal(405, 'invalid_request_error', `This address takes ${allowed}, not ${method}.`, {
    code: 'method_not_allowed',
    headers: ['allow', allowed],
  });

/** 408: the body did not come in time. */
export const tooSlow = (): Refusal =>
  refusal(408, 'invalid_request_error', 'The body of the request did not come in time.', {
    code: 'request_timeout',
    headers: ['connection', 'close'],
  });

/** 413: the body is larger than the gateway takes. `remedy`: a sentence that says what to do. */
export const tooLarge = (limitBytes: number, remedy?: string): Refusal =>
  refusal(
    413,
    'invalid_request_error',
    [`The body is larger than the ${limitBytes / 1_048_576} MiB that are accepted.`, remedy]
      .filter((one) => one !== undefined)
      .join(' '),
    { code: 'request_too_large' },
  );

/** 415: the body is compressed, and policies could not read it. */
export const encodedBody = (encoding: string): Refusal =>
  refusal(415, 'invalid_request_error', `Send the body as it is, not as ${encoding}.`, {
    code: 'unsupported_content_encoding',
    param: 'content-encoding',
    headers: ['accept-encoding', 'identity'],
  });

/** 417: something else is expected than to be asked for the body. */
export const unmetExpectation = (): Refusal =>
  refusal(417, 'invalid_request_error', 'The header expect can be 100-continue alone.', {
    code: 'expectation_failed',
    param: 'expect',
  });

/** 400 and its like: what came is no HTTP request. */
export const unreadable = (status: number, message: string): Refusal =>
  refusal(status, 'invalid_request_error', message, { code: 'unreadable_request' });

/** 429: the provider takes no more for now. */
export const providerBusy = (model: string, retryAfterSeconds: number): Refusal =>
  refusal(429, 'requests', `The provider of ${model} takes no more requests for now.`, {
    code: 'rate_limit_exceeded',
    headers: ['retry-after', String(retryAfterSeconds)],
  });

/** 429: a key sends more of what is no request to a model than it may. */
export const tooMany = (what: string, retryAfterSeconds: number): Refusal =>
  refusal(429, 'requests', `${what} Try again in ${retryAfterSeconds} s.`, {
    code: 'rate_limit_exceeded',
    headers: ['retry-after', String(retryAfterSeconds)],
  });

/** 500: a fault of ours. */
export const internalError = (): Refusal =>
  refusal(500, 'server_error', 'Something failed inside. Ask with the request id.', {
    code: 'internal_error',
  });

/** 502: every provider that may serve failed. */
export const upstreamFailed = (model: string): Refusal =>
  refusal(502, 'server_error', `No provider could answer for ${model}.`, {
    code: 'upstream_error',
  });

/** 503: not now. */
export const unavailable = (
  code: 'not_ready' | 'journal_unavailable' | 'overloaded' | 'provider_concurrency_limit',
  message: string,
  retryAfterSeconds: number,
): Refusal =>
  refusal(503, 'server_error', message, {
    code,
    headers: ['retry-after', String(retryAfterSeconds)],
  });

/** 503: the gateway has as much to do as it takes. */
export const shed = (reason: ShedReason): Refusal => {
  const [message, retryAfterSeconds] = SHED[reason];
  return unavailable('overloaded', `${message} Try again soon.`, retryAfterSeconds);
};

const SHED: Readonly<Record<ShedReason, readonly [message: string, retryAfterSeconds: number]>> = {
  requests: ['The gateway has as many requests under way as it takes.', 1],
  request_bytes: ['The gateway holds as many bodies of requests as it has memory for.', 2],
  organization_share: ['The gateway has much to do, and this organization has its share of it.', 1],
  key_share: ['The gateway has much to do, and this key has its share of it.', 1],
};

/** 503: the gateway has no memory left for another answer, or for one of who has that share of it. */
export const overloaded = (share?: ShareReason): Refusal =>
  share
    ? shed(share)
    : unavailable(
        'overloaded',
        'The gateway has no memory left for this answer. Try again later.',
        1,
      );

/** 503: the providers that may serve have as many requests under way as they may. */
export const providersFull = (model: string): Refusal =>
  unavailable(
    'provider_concurrency_limit',
    `The providers of ${model} have as many requests under way as they may. Try again later.`,
    1,
  );

/** An answer that the client has some of already, and that nobody will complete. */
export const brokenOff = (model: string): Refusal =>
  refusal(502, 'server_error', `The answer of ${model} broke off before its end.`, {
    code: 'upstream_error',
  });

/** 502: the agent tells no card, or none that can be used. */
export const noAgentCard = (id: string): Refusal =>
  refusal(
    502,
    'server_error',
    `The agent "${id}" tells no card that can be used. Ask who set it up to test it.`,
    {
      code: 'upstream_error',
    },
  );

/** 504: the provider did not answer in time. */
export const upstreamTimeout = (model: string): Refusal =>
  refusal(504, 'server_error', `The provider of ${model} did not answer in time.`, {
    code: 'upstream_timeout',
  });
