import type { z } from 'zod';
import type { JsonSchema } from '../http/documented.ts';
import { bodyTypesOf, type AnswerDeclaration, type Route } from '../http/route.ts';
import { honoursKey, REPLAYED_HEADER } from '../idempotency/honours-key.ts';
import { isTagged, NOT_MODIFIED, TAG_HEADERS } from './tagged.ts';
import { componentOf, errorResponses, errorsOf, PROBLEM } from './errors.ts';
import { reference, toJsonSchema, type Components } from './json-schema.ts';
import { parametersOf, SHARED_PARAMETERS } from './parameters.ts';

const HEADERS: Readonly<Record<string, string>> = {
  'X-Request-Id': 'The id that logs and audit entries know the request by.',
  'Retry-After': 'Seconds to wait before trying again.',
  [REPLAYED_HEADER]: '`true`: the answer that the request with this Idempotency-Key had before.',
};

/** The OpenAPI 3.1 document of these routes. */
export function openApiDocument(
  routes: readonly Route[],
  { version, url }: { version: string; url: string },
): JsonSchema {
  const components: Components = new Map([['Problem', PROBLEM]]);
  const paths = pathsOf(routes, components);
  return {
    openapi: '3.1.1',
    info: {
      title: 'AI control plane, admin API',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url }],
    security: [{ accessToken: [] }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({
      name,
      description: `${name}: ${operationsOf(routes, name)}.`,
    })),
    paths,
    components: {
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The `access_token` that `POST /auth/login` gives for an API key.',
        },
      },
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([name, description]) => [
          name,
          { description, schema: { type: 'string' } },
        ]),
      ),
      parameters: SHARED_PARAMETERS,
      responses: errorResponses(),
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

const operationsOf = (routes: readonly Route[], tag: string): string =>
  routes
    .filter((route) => route.tag === tag)
    .map(({ summary }) => summary.charAt(0).toLowerCase() + summary.slice(1))
    .join(', ');

const DESCRIPTION = `Everything that an administrator of the AI control plane decides is a Kubernetes object, and this API writes those
objects: what it creates, \`kubectl get\` shows and Git can adopt.

Sign in with \`POST /auth/login\`, then send the token as \`Authorization: Bearer …\`. A list is a bare JSON array, paged by \`limit\` and
\`cursor\`; \`Link\` names the next page. Errors are RFC 9457 problems whose \`detail\` says what to do.

A \`POST\` with an \`Idempotency-Key\` may be sent again within 24 hours: it is done once, and answered the same, a new key's secret included.`;

function pathsOf(routes: readonly Route[], components: Components): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method] = operationOf(route, components);
  }
  return paths;
}

function operationOf(route: Route, components: Components): JsonSchema {
  const parameters = parametersOf(route, components);
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: descriptionOf(route),
    tags: [route.tag],
    ...(route.permission === 'public' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: requestBodyOf(route, route.body, components) } : {}),
    responses: responsesOf(route, components),
  };
}

function descriptionOf({ description = '', permission }: Route): string {
  const who =
    permission === 'public' || permission === 'authenticated'
      ? ''
      : `Needs the permission \`${permission}\`.`;
  return [description, who].filter((text) => text !== '').join('\n\n');
}

function requestBodyOf(route: Route, body: z.ZodType, components: Components): JsonSchema {
  const content = {
    schema: toJsonSchema(body, { components, io: 'input' }),
    ...(route.bodyExample === undefined ? {} : { example: route.bodyExample }),
  };
  return {
    required: !body.safeParse(undefined).success,
    content: Object.fromEntries(bodyTypesOf(route).map((type) => [type, content])),
  };
}

function responsesOf(route: Route, components: Components): JsonSchema {
  const isKept = isTagged(route);
  const answers = Object.entries({ ...route.answers, ...(isKept ? { 304: NOT_MODIFIED } : {}) });
  const declared = answers.map(([status, answer]) => [
    status,
    responseOf(isKept && status === '200' ? withTag(answer) : answer, {
      components,
      isReplayable: honoursKey(route),
    }),
  ]);
  const errors = errorsOf(route).map((status) => [
    String(status),
    reference('responses', componentOf(status)),
  ]);
  return { ...Object.fromEntries(errors), ...Object.fromEntries(declared) } as JsonSchema;
}

/** An answer that a client may keep, and ask for again. */
const withTag = (answer: AnswerDeclaration): AnswerDeclaration => ({
  ...answer,
  headers: { ...TAG_HEADERS, ...answer.headers },
});

function responseOf(
  answer: AnswerDeclaration,
  { components, isReplayable }: { components: Components; isReplayable: boolean },
): JsonSchema {
  const { description, schema, contentType = 'application/json', headers = {}, example } = answer;
  const others = (answer.otherTypes ?? []).map((type) => [type, { schema: { type: 'string' } }]);
  const declared = Object.entries(headers).map(([name, text]) => [
    name,
    { description: text, schema: { type: 'string' } },
  ]);
  return {
    description,
    headers: {
      'X-Request-Id': reference('headers', 'X-Request-Id'),
      ...(isReplayable ? { [REPLAYED_HEADER]: reference('headers', REPLAYED_HEADER) } : {}),
      ...(Object.fromEntries(declared) as JsonSchema),
    },
    ...(schema
      ? {
          content: {
            [contentType]: {
              schema: toJsonSchema(schema, { components, io: 'output' }),
              ...(example === undefined ? {} : { example }),
            },
            ...(Object.fromEntries(others) as JsonSchema),
          },
        }
      : {}),
  };
}
