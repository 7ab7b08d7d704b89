import { inSentence } from '@aicp/crds/kit/in-sentence';
import { z } from 'zod';
import { createDocument, type ZodOpenApiObject, type ZodOpenApiOverride } from 'zod-openapi';
import { documentation, reference, type JsonSchema } from '../route/documented.ts';
import { bodyTypesOf, YAML_TYPE, type AnswerDeclaration, type Route } from '../route/route.ts';
import { isOpenAiPath } from '../route/openai-form.ts';
import { honoursKey, REPLAYED_HEADER } from '../route/idempotency-key.ts';
import { isTagged, NOT_MODIFIED, TAG_HEADERS } from './tagged.ts';
import { errorResponse, errorResponses, errorsOf, OPENAI_ERROR, PROBLEM } from './errors.ts';
import { parametersOf, requestParamsOf, SHARED_PARAMETERS } from './parameters.ts';

const HEADERS: Readonly<Record<string, string>> = {
  'X-Request-Id': 'The id that logs and audit entries know the request by.',
  'Retry-After': 'Seconds to wait before trying again.',
  [REPLAYED_HEADER]: '`true`: the answer that the request with this Idempotency-Key had before.',
};

/** What an API says of itself. */
export interface About {
  readonly title: string;
  /** Markdown. */
  readonly description: string;
  readonly version: string;
}

/** The OpenAPI 3.1 document of these routes. */
export function openApiDocument(
  routes: readonly Route[],
  { title, description, version, url }: About & { readonly url: string },
): JsonSchema {
  const document = {
    openapi: '3.1.1',
    info: {
      title,
      version,
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url }],
    security: [{ accessToken: [] }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({
      name,
      description: `${name}: ${operationsOf(routes, name)}.`,
    })),
    paths: pathsOf(routes),
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
      schemas: { Problem: PROBLEM, ...openAiError(routes) },
    },
  };
  // Declarations hold JSON Schema as plain records, which the library's types describe more closely.
  const { components, ...rest } = createDocument(document as unknown as ZodOpenApiObject, {
    override,
  });
  return { ...rest, components: { ...components, schemas: sorted(components?.schemas ?? {}) } };
}

/** By name, so that a route that moves changes nothing here. */
const sorted = (schemas: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));

/** A schema that is documented by JSON Schema at hand is shown as that says, and not as zod would describe it. */
const override: ZodOpenApiOverride = ({ zodSchema, jsonSchema }) => {
  const { document } = documentation.parse(z.globalRegistry.get(zodSchema) ?? {});
  if (document === undefined) return;
  for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
  Object.assign(jsonSchema, document);
};

/** Where a route answers with it. */
const openAiError = (routes: readonly Route[]): JsonSchema =>
  routes.some(({ path }) => isOpenAiPath(path)) ? { OpenAiError: OPENAI_ERROR } : {};

const operationsOf = (routes: readonly Route[], tag: string): string =>
  routes
    .filter((route) => route.tag === tag)
    .map(({ summary }) => inSentence(summary))
    .join(', ');

function pathsOf(routes: readonly Route[]): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method] = operationOf(route);
  }
  return paths;
}

function operationOf(route: Route): JsonSchema {
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: descriptionOf(route),
    tags: [route.tag],
    ...(route.permission === 'public' ? { security: [] } : {}),
    requestParams: requestParamsOf(route),
    parameters: parametersOf(route),
    ...(route.body ? { requestBody: requestBodyOf(route, route.body) } : {}),
    responses: responsesOf(route),
  };
}

function descriptionOf({ description = '', permission }: Route): string {
  const who =
    permission === 'public' || permission === 'authenticated'
      ? ''
      : `Needs the permission \`${permission}\`.`;
  return [description, who].filter((text) => text !== '').join('\n\n');
}

function requestBodyOf(route: Route, body: z.ZodType): JsonSchema {
  const content = {
    schema: body,
    ...(route.bodyExample === undefined ? {} : { example: route.bodyExample }),
  };
  return {
    required: !body.safeParse(undefined).success,
    content: Object.fromEntries(
      bodyTypesOf(route).map((type) => [type, type === YAML_TYPE ? YAML_BODY : content]),
    ),
  };
}

const YAML_BODY = {
  schema: { type: 'string', description: 'The object as Kubernetes has it, in YAML.' },
};

function responsesOf(route: Route): JsonSchema {
  const isKept = isTagged(route);
  const answers = Object.entries({ ...route.answers, ...(isKept ? { 304: NOT_MODIFIED } : {}) });
  const declared = answers.map(([status, answer]) => [
    status,
    responseOf(isKept && status === '200' ? withTag(answer) : answer, honoursKey(route)),
  ]);
  const errors = errorsOf(route).map((status) => [String(status), errorResponse(route, status)]);
  return { ...Object.fromEntries(errors), ...Object.fromEntries(declared) } as JsonSchema;
}

/** An answer that a client may keep, and ask for again. */
const withTag = (answer: AnswerDeclaration): AnswerDeclaration => ({
  ...answer,
  headers: { ...TAG_HEADERS, ...answer.headers },
});

function responseOf(answer: AnswerDeclaration, isReplayable: boolean): JsonSchema {
  const { description, schema, contentType = 'application/json', headers = {}, example } = answer;
  const others = [...(answer.otherTypes ?? []), ...(answer.isCsvToo ? ['text/csv'] : [])].map(
    (type) => [type, { schema: { type: 'string' } }],
  );
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
              schema,
              ...(example === undefined ? {} : { example }),
            },
            ...(Object.fromEntries(others) as JsonSchema),
          },
        }
      : {}),
  };
}
