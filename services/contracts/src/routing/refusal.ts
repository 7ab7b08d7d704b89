import type { Deprecation } from './catalog/deprecations.ts';

/** Why a request is not served, as the client is told, in OpenAI's terms. */
export interface RoutingRefusal {
  readonly status: number;
  readonly code: string | null;
  readonly type: string;
  /** A sentence for people that says what to do. */
  readonly message: string;
  readonly param: string | null;
}

/** 400: neither the request nor the settings name a model. */
export const noModelNamed = (): RoutingRefusal => ({
  status: 400,
  type: 'invalid_request_error',
  message: 'Name a model.',
  code: null,
  param: 'model',
});

/** 400: the model is for something else than what it is asked for. */
export const wrongMode = (model: string, mode: string, advice: string): RoutingRefusal => ({
  status: 400,
  type: 'invalid_request_error',
  message: `"${model}" is a model for ${mode}, and not for requests of this kind. ${advice}`,
  code: 'model_mode',
  param: 'model',
});

/** 403: the key or a policy forbids it. */
export const forbidden = (
  code: 'model_not_allowed' | 'policy_denied',
  message: string,
): RoutingRefusal => ({ status: 403, type: 'permission_error', message, code, param: 'model' });

/** 403: what the request would cost is not known, and has to be. */
export const unpriced = (model: string): RoutingRefusal => ({
  status: 403,
  type: 'permission_error',
  message: `The model "${model}" has no price, and requests without one are not served here. Ask whoever runs the platform to give it one, or use another model.`,
  code: 'model_unpriced',
  param: 'model',
});

/** 404: nothing has that id for this principal. */
export const modelNotFound = (model: string): RoutingRefusal => ({
  status: 404,
  type: 'invalid_request_error',
  message: `There is no model "${model}" that this key can see.`,
  code: 'model_not_found',
  param: 'model',
});

/** 404: it is not served any more. */
export function modelGone({ model, message, replacement, sunsetAt }: Deprecation): RoutingRefusal {
  const day = new Date(sunsetAt).toISOString().slice(0, 10);
  const sentences = [
    `"${model}" is not served since ${day}.`,
    ...(message ? [message] : []),
    ...(replacement === undefined ? [] : [`Use "${replacement}" instead.`]),
  ];
  return {
    status: 404,
    type: 'invalid_request_error',
    message: sentences.join(' '),
    code: 'model_not_found',
    param: 'model',
  };
}

/** 503: nothing is served while the installation is in maintenance. */
export const inMaintenance = (): RoutingRefusal => ({
  status: 503,
  type: 'server_error',
  message: 'The platform is in maintenance. Try again later.',
  code: 'maintenance',
  param: null,
});

/** 503: none of those that may serve can be asked. */
export const noHealthyUpstream = (model: string): RoutingRefusal => ({
  status: 503,
  type: 'server_error',
  message: `No provider of ${model} can be used: each is switched off or lacks its credential.`,
  code: 'no_healthy_upstream',
  param: null,
});
