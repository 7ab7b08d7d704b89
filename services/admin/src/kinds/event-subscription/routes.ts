import { documented, reference } from '@aicp/api-kit/route/documented';
import type { Route } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import { eventSubscription } from '@aicp/crds/event-subscription';
import { defineRoute } from '../../access/define-route.ts';
import { permissionTo } from '../../access/permissions.ts';
import { schemasOf } from '../../resources/collection-schemas.ts';
import { idIn } from '../../resources/collections/collection-routes.ts';
import {
  createdAnswer,
  createdDeclaration,
  objectAnswer,
  objectDeclaration,
} from '../../resources/collections/object-answers.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { WriteContext } from '../../resources/write-hooks.ts';
import { newSigningSecret } from './signing-secret.ts';

/** The secrets of webhooks that are kept in Secrets of this service's making. */
export interface RotatedSecrets {
  /** Makes a new one beside the one before, which signs too for a day. A trial makes none. Rejects with a Problem (409) where it is kept elsewhere. */
  rotate(object: StoredObject, isTrial: boolean): Promise<string>;
}

export interface EventSubscriptionNeeds {
  readonly service: CollectionService;
  readonly secrets: RotatedSecrets;
  /** Somebody has changed the secret of this subscription. */
  readonly onRotated: (object: StoredObject, by: WriteContext) => Promise<void>;
  readonly randomBytes: (count: number) => Uint8Array;
}

const PATH = '/api/v1/events/subscriptions';

/** What EventSubscriptions have beyond the routes of every collection. The secret of a webhook is answered once, when it is made. */
export const eventSubscriptionRoutes = (needs: EventSubscriptionNeeds): Route[] => [
  createRoute(needs),
  rotateRoute(needs),
];

function createRoute({ service, randomBytes }: EventSubscriptionNeeds): Route {
  const { collection } = service;
  return defineRoute({
    method: 'post',
    path: PATH,
    operationId: 'createEventSubscription',
    summary: 'Create an event subscription',
    description:
      'A webhook that comes with no secret is given one, which is in the answer and nowhere afterwards.',
    tag: collection.tag,
    permission: permissionTo('write', collection),
    body: schemasOf(collection).created,
    bodyExample: collection.example,
    answers: {
      201: {
        ...createdDeclaration(service, 'It, as it is stored.'),
        schema: withSecretSchema('The secret that deliveries are signed with, where one was made.'),
      },
    },
    handler: async (context) => {
      const made = withMadeSecret(context.body, () => newSigningSecret(randomBytes));
      const object = await service.create(context, made.body);
      const answer = await createdAnswer(service, context, object);
      const isShown = made.secret !== undefined && !context.dryRun;
      return isShown ? { ...answer, body: { ...answer.body, secret: made.secret } } : answer;
    },
  });
}

function rotateRoute({ service, secrets, onRotated }: EventSubscriptionNeeds): Route {
  const { collection } = service;
  return defineRoute({
    method: 'post',
    path: `${PATH}/{id}/rotate-secret`,
    operationId: 'rotateEventSubscriptionSecret',
    summary: 'Replace the secret of a webhook',
    description:
      'The new one is in the answer, and nowhere afterwards. For 24 hours deliveries are signed with both. Where you keep the secret in a Secret of your own, it is 409, and says how to do it there.',
    tag: collection.tag,
    permission: permissionTo('write', collection),
    answers: {
      200: {
        ...objectDeclaration(service, 'It, with its new secret.'),
        schema: withSecretSchema('The new secret.'),
      },
    },
    errors: [409],
    handler: async (context) => {
      const seen = await service.get(context, idIn(context));
      if (seen.spec['channel'] !== 'webhook') {
        throw new Problem(
          409,
          'Only a webhook has a secret that deliveries are signed with: change config of this one instead.',
        );
      }
      await secrets.rotate(seen, true);
      // The object stays as it is; whether that is allowed goes the way of all writes.
      const written = await service.change(context, seen, {
        action: 'rotate_secret',
        fields: [],
        change: ({ spec }) => spec,
      });
      const secret = await secrets.rotate(written, context.dryRun);
      if (!context.dryRun) await onRotated(written, context);
      const answer = await objectAnswer(service, context, written);
      return context.dryRun ? answer : { ...answer, body: { ...answer.body, secret } };
    },
  });
}

type Body = Readonly<Record<string, unknown>>;

/** A body with a secret, where it creates a webhook and has none. What is no body of one is for others to judge. */
function withMadeSecret(
  body: unknown,
  make: () => string,
): { readonly body: Body; readonly secret: string | undefined } {
  const sent = body as Body;
  const { channel, config } = sent;
  const isObject = typeof config === 'object' && config !== null && !Array.isArray(config);
  const isLacking = isObject && !('secret' in config) && !('secret_ref' in config);
  if (channel !== 'webhook' || !isLacking) return { body: sent, secret: undefined };
  const secret = make();
  return { body: { ...sent, config: { ...config, secret } }, secret };
}

const withSecretSchema = (description: string) =>
  documented({
    allOf: [
      reference('schemas', eventSubscription.kind),
      { type: 'object', properties: { secret: { type: 'string', description } } },
    ],
  });
