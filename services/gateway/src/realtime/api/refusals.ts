import type { Refusal } from '../../pipeline/exchange/refusal.ts';

const notAllowed = (refused: Pick<Refusal, 'code' | 'message'>): Refusal => ({
  ...{ ...refused, status: 403, type: 'permission_error', param: null, headers: [] },
});

/** 403: a guardrail would have to look at what is said in a session, which nobody can. */
export const guardrailStopsSessions = (guardrail: string): Refusal =>
  notAllowed({
    code: 'guardrail_blocked',
    message: `The guardrail "${guardrail}" stops or replaces what it finds, and cannot look at what is said in a realtime session: use chat completions or Responses, or ask whoever runs this gateway to have it only monitor.`,
  });

/** 403: the model of a session may not serve any more. */
export const sessionOver = (model: string): Refusal =>
  notAllowed({
    code: 'session_over',
    message: `What this session of ${model} was opened with may not serve it any more: open another one.`,
  });

/** 426: what opens a session asks for a WebSocket. */
export const upgradeRequired = (): Refusal => ({
  ...{ status: 426, type: 'invalid_request_error', code: 'upgrade_required', param: null },
  message:
    'Sessions are opened here by WebSocket: send GET with "connection: Upgrade" and "upgrade: websocket", and the model in the query.',
  headers: ['upgrade', 'websocket', 'connection', 'upgrade'],
});

/** What is refused of the rest of the API, by the part of the path that follows the sessions'. */
const WHY_NOT: Readonly<Record<string, string>> = {
  calls:
    'a call by WebRTC or SIP would go to the vendor, past limits, budgets and guardrails. Open a session by WebSocket at /v1/realtime?model=MODEL',
  translations:
    'sessions of translation alone are not. Open a session by WebSocket at /v1/realtime?model=MODEL, and say in its instructions what to translate',
};
const BY_SECRET =
  'a session by a client secret would go to the vendor, past limits, budgets and guardrails. Open a session by WebSocket at /v1/realtime?model=MODEL with a key of this gateway; a page of a browser sends a key of its own, with small limits, as the subprotocol "openai-insecure-api-key.KEY"';

/** 404: what would go to the vendor itself, past the gateway, and what nobody serves here. Says what to use instead. */
export const notServed = (path: string): Refusal => {
  const [, part = ''] = /\/realtime\/([a-z_]+)/.exec(path) ?? [];
  const why = Object.hasOwn(WHY_NOT, part) ? WHY_NOT[part] : BY_SECRET;
  return {
    ...{ status: 404, type: 'invalid_request_error', code: 'not_served', param: null, headers: [] },
    message: `${path} is not served: ${why}.`,
  };
};
