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

/** 404: sessions of browsers that go to the vendor itself, past the gateway. */
export const notByWebRtc = (path: string): Refusal => ({
  ...{ status: 404, type: 'invalid_request_error', code: 'not_served', param: null, headers: [] },
  message: `${path} is not served: a session by WebRTC, SIP or a client secret would go past limits, budgets and guardrails to the vendor. Open one here by WebSocket at /v1/realtime; pages of browsers send their key as the subprotocol "openai-insecure-api-key.<key>".`,
});
