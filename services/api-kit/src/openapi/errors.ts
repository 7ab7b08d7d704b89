import { STATUS_CODES } from 'node:http';
import { isWrite, pathParameters, type Route } from '../route/route.ts';
import { isOpenAiPath } from '../route/openai-form.ts';
import { honoursKey } from '../route/idempotency-key.ts';
import { reference, type JsonSchema } from '../route/documented.ts';

/** An RFC 9457 problem. */
export const PROBLEM: JsonSchema = {
  type: 'object',
  description: 'What went wrong, and what to do about it (RFC 9457).',
  properties: {
    type: { type: 'string', description: '`about:blank`: the status says it all.' },
    title: { type: 'string', description: 'The status in words.' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'A sentence that says what to do.' },
    instance: { type: 'string', description: 'The id of the request.' },
    errors: {
      type: 'array',
      description: 'Every field that is wrong.',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'Of the field, by its names on the wire.' },
          message: { type: 'string' },
          line: { type: 'integer', description: 'Of a body in YAML, from 1.' },
        },
        required: ['path', 'message'],
      },
    },
    owner: { type: 'string', description: 'With 409: who owns the object instead.' },
    owned_by: {
      type: 'object',
      description: 'With 409: the same in its parts.',
      properties: {
        tool: { type: 'string', enum: ['argocd', 'flux', 'helm'] },
        kind: {
          type: 'string',
          description: 'Application, Kustomization, HelmRelease or release.',
        },
        name: { type: 'string' },
        namespace: { type: 'string', description: 'Where it is known.' },
      },
      required: ['tool', 'kind', 'name'],
    },
    yaml: { type: 'string', description: 'With 409: what to commit there.' },
  },
  required: ['type', 'title', 'status', 'detail', 'instance'],
};

/** What is below `/v1/` answers instead. */
export const OPENAI_ERROR: JsonSchema = {
  type: 'object',
  description: 'What went wrong, in the form of OpenAI’s API.',
  properties: {
    error: {
      type: 'object',
      properties: {
        message: { type: 'string', description: 'A sentence that says what to do.' },
        type: { type: 'string' },
        param: { type: ['string', 'null'], description: 'The first parameter that is wrong.' },
        code: { type: ['string', 'null'] },
      },
      required: ['message', 'type', 'param', 'code'],
    },
  },
  required: ['error'],
};

/** A route's answer with an error, in the document. */
export const errorResponse = ({ path }: Pick<Route, 'path'>, status: number): JsonSchema =>
  isOpenAiPath(path)
    ? {
        description: STATUS_CODES[status] ?? 'Error',
        headers: {
          'X-Request-Id': reference('headers', 'X-Request-Id'),
          ...headersOf(String(status)),
        },
        content: { 'application/json': { schema: reference('schemas', 'OpenAiError') } },
      }
    : reference('responses', componentOf(status));

const DETAILS: Readonly<Record<number, string>> = {
  400: 'The body is not readable as JSON.',
  401: 'This access token is not valid, or past its end: log in again.',
  403: 'The role viewer does not have the permission teams:write. Ask an administrator.',
  404: 'There is nothing by that name.',
  408: 'The request did not come to its end in time.',
  409: 'The name is taken, or the object is owned elsewhere.',
  412: 'The object has changed since you read it: read it again.',
  413: 'The body is larger than 1 MiB.',
  415: 'Send the body as JSON, with Content-Type: application/json.',
  422: 'What was sent is not valid: name must not be empty.',
  429: 'At most 600 requests a minute. Try again in 12 s.',
  431: 'Address and headers are larger than 16 KiB together: send less.',
  500: 'Something failed inside. The log has the details under this request id.',
  502: 'The provider gave no answer that can be passed on.',
  503: 'The Kubernetes API does not answer: try again in a moment.',
  504: 'The provider did not answer in time.',
};

/** The errors that a route may answer with because of what every route does. */
export function errorsOf(route: Route): number[] {
  const hasPermission = route.permission.includes(':');
  const writesDesiredState = isWrite(route) && route.path.startsWith('/api/v1/');
  return [
    // What is not readable as HTTP reaches no route.
    ...[400, 408, 431],
    ...(route.body ? [413, 415] : []),
    ...(route.permission === 'public' ? [] : [401, 429]),
    ...(hasPermission ? [403] : []),
    ...(pathParameters(route.path).length > 0 ? [404] : []),
    ...(writesDesiredState ? [409, 412] : []),
    ...(honoursKey(route) ? [409] : []),
    ...[422, 500, 503],
    ...(route.errors ?? []),
  ];
}

/** A component for each of them. */
export const errorResponses = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(DETAILS).map(([status, detail]) => [
      componentOf(Number(status)),
      {
        description: STATUS_CODES[Number(status)] ?? 'Error',
        headers: { 'X-Request-Id': reference('headers', 'X-Request-Id'), ...headersOf(status) },
        content: {
          'application/problem+json': {
            schema: reference('schemas', 'Problem'),
            example: {
              type: 'about:blank',
              title: STATUS_CODES[Number(status)] ?? 'Error',
              status: Number(status),
              detail,
              instance: '0c7a1f7e-6a4f-4a52-9c1c-5f0a8d6f1f5e',
            },
          },
        },
      },
    ]),
  );

/** The name of an error's component: `Error404`. */
const componentOf = (status: number): string => `Error${status}`;

function headersOf(status: string): JsonSchema {
  const isLater = status === '429' || status === '503';
  return isLater ? { 'Retry-After': reference('headers', 'Retry-After') } : {};
}
