import { hash } from 'node:crypto';
import { Problem } from '@aicp/common/errors/problem';
import type { Clock } from '@aicp/common/time/clock';
import { KEY_PREFIX_CHARACTERS, newApiKey } from '@aicp/contracts/keys/api-key';
import { z } from 'zod';
import { documented, reference } from '@aicp/api-kit/route/documented';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { defineRoute } from '../../access/define-route.ts';
import { schemasOf } from '../../resources/collection-schemas.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import { idIn } from '../../resources/collections/collection-routes.ts';
import {
  createdAnswer,
  createdDeclaration,
  objectAnswer,
  objectDeclaration,
} from '../../resources/collections/object-answers.ts';
import type { Spec } from '../../resources/collection.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import { keyOf } from './collection.ts';
import { requireRotator } from './key-limits.ts';

export interface ApiKeyNeeds {
  readonly service: CollectionService;
  readonly store: ObjectStore;
  readonly clock: Clock;
  /** So many random bytes. */
  readonly randomBytes: (count: number) => Uint8Array;
}

const PATH = '/api/v1/api-keys';
const TAG = { tag: 'API keys', permission: 'api_keys:write' } as const;
/** A rotation may be taken slowly, and has to end. */
const MAX_GRACE_SECONDS = 30 * 86_400;

/** What API keys have beyond the endpoints of every collection. The key itself is answered once, when it is made. */
export const apiKeyRoutes = (options: ApiKeyNeeds): Route[] => [
  createRoute(options),
  rotateRoute(options),
  blockRoute(options, 'block', true),
  blockRoute(options, 'unblock', false),
];

function createRoute(options: ApiKeyNeeds): Route {
  const { service } = options;
  const { collection } = service;
  return defineRoute({
    method: 'post',
    path: PATH,
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description: 'The key is in the answer, and nowhere afterwards: only its SHA-256 is kept.',
    ...TAG,
    body: schemasOf(collection).created,
    bodyExample: collection.example,
    answers: {
      201: { ...createdDeclaration(service, 'It, with its key.'), schema: withKey(service) },
    },
    handler: async (context) => {
      const { key, fields } = newKey(options);
      const made = await service.create(context, context.body, { ...fields, ...madeBy(context) });
      return withTheKey(context, await createdAnswer(service, context, made), key);
    },
  });
}

/** A key that a key makes is blocked and deleted with it. */
const madeBy = (context: RouteContext): Spec => {
  const { keyName, keyUid } = context.principal;
  if (keyName === undefined) return givenTo(context);
  return { createdBy: { key: keyName, ...(keyUid && { uid: keyUid }) } };
};

/** Whoever is told a key could do with it what its holder does. */
const givenTo = ({ principal }: RouteContext): Spec => {
  const { keyName, keyUid, role, subject } = principal;
  if (keyName === undefined) return { givenTo: { person: subject, role } };
  return { givenTo: { key: keyName, ...(keyUid && { uid: keyUid }), role } };
};

const rotation = z.strictObject({
  grace_period_seconds: z
    .number()
    .int()
    .min(0)
    .max(MAX_GRACE_SECONDS)
    .default(0)
    .meta({
      description: 'How long the present key goes on working.',
      examples: [86_400],
    }),
});

function rotateRoute(options: ApiKeyNeeds): Route {
  const { service, clock } = options;
  return defineRoute({
    method: 'post',
    path: `${PATH}/{id}/rotate`,
    operationId: 'rotateApiKey',
    summary: 'Replace the key of an API key',
    description:
      'The new key is in the answer, and nowhere afterwards. Without a body, the present key ends at once.',
    ...TAG,
    body: rotation.default({ grace_period_seconds: 0 }),
    answers: {
      200: { ...objectDeclaration(service, 'It, with its new key.'), schema: withKey(service) },
    },
    handler: async (context) => {
      const seen = await service.get(context, idIn(context));
      const { key, fields } = newKey(options);
      const graceMs = context.body.grace_period_seconds * 1000;
      const change = (before: StoredObject): Spec => {
        requireOwnMeasure(options, context, before);
        const { spec } = before;
        const { previousKeyHash: _, previousKeyExpiresAt: _end, ...rest } = spec;
        const until = new Date(clock.now() + graceMs).toISOString();
        const previous = { previousKeyHash: spec['keyHash'], previousKeyExpiresAt: until };
        // Whoever was told it could rotate it with itself, and knows it then as before.
        const isItself = context.principal.keyName === before.metadata.name;
        const told = isItself ? {} : givenTo(context);
        return { ...rest, ...fields, ...told, ...(graceMs > 0 ? previous : {}) };
      };
      const written = await service.change(context, seen, {
        action: 'rotate',
        fields: ['keyHash', 'keyPrefix', 'previousKeyHash', 'previousKeyExpiresAt', 'givenTo'],
        change,
      });
      return withTheKey(context, await objectAnswer(service, context, written), key);
    },
  });
}

function blockRoute({ service }: ApiKeyNeeds, verb: 'block' | 'unblock', blocked: boolean): Route {
  return defineRoute({
    method: 'post',
    path: `${PATH}/{id}/${verb}`,
    operationId: `${verb}ApiKey`,
    summary: blocked ? 'Refuse a key from now on' : 'Take a blocked key again',
    description:
      'Access tokens and sessions that were given for it, or for a key that it made, end at once and for good.',
    ...TAG,
    answers: { 200: objectDeclaration(service, 'It, as it is now.') },
    handler: async (context) => {
      const seen = await service.get(context, idIn(context));
      if (!blocked) requireSayOverOthers(context);
      const found = { isSo: false };
      const written = await service.change(context, seen, {
        action: verb,
        fields: ['blocked', 'tokenGeneration'],
        change: ({ spec }) => {
          found.isSo = (spec['blocked'] === true) === blocked;
          return found.isSo ? spec : { ...spec, blocked, tokenGeneration: nextOf(spec) };
        },
      });
      // Said only now, so that whoever may not write it does not learn it.
      if (found.isSo) {
        throw new Problem(409, `This key is ${blocked ? 'blocked already' : 'not blocked'}.`);
      }
      return await objectAnswer(service, context, written);
    },
  });
}

/** Also with an unblock: the key may have been blocked by kubectl, which raises nothing. */
function nextOf({ tokenGeneration }: Spec): number {
  return (typeof tokenGeneration === 'number' ? tokenGeneration : 0) + 1;
}

/** Whoever gets a key to somebody else's rights must have no less rights. */
function requireOwnMeasure(
  { store }: ApiKeyNeeds,
  { principal }: RouteContext,
  rotated: StoredObject,
): void {
  if (principal.role !== 'platform_admin') requireRotator(rotated, keyOf(store, principal));
}

/** Somebody may have had a reason to block it. */
function requireSayOverOthers({ principal }: RouteContext): void {
  if (principal.role !== 'member') return;
  throw new Problem(403, 'Ask an administrator to unblock a key.');
}

function newKey({ randomBytes }: ApiKeyNeeds) {
  const key = newApiKey(randomBytes);
  const keyPrefix = key.slice(0, KEY_PREFIX_CHARACTERS);
  return { key, fields: { keyHash: hash('sha256', key), keyPrefix } };
}

/** A dry run makes no key that could be used, and shows none. */
const withTheKey = (
  { dryRun }: RouteContext,
  answer: Awaited<ReturnType<typeof objectAnswer>>,
  key: string,
) => (dryRun ? answer : { ...answer, body: { ...answer.body, key } });

const withKey = ({ collection }: CollectionService) =>
  documented({
    allOf: [
      reference('schemas', collection.kind.kind),
      {
        type: 'object',
        properties: { key: { type: 'string', description: 'The key: kept by nobody but you.' } },
      },
    ],
  });
