import type { AddressGuard } from '@aicp/common/http/address-guard';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';
import type { Route } from '@aicp/api-kit/route/route';
import { defineRoute } from '../../access/define-route.ts';
import { idIn } from '../../resources/collections/collection-routes.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import { secretValueOf, type SecretReference } from '../../resources/secret-value.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import { FAILURES } from './asking/failure.ts';
import { secretMissing, testProvider } from './test-provider.ts';

export interface ProviderNeeds {
  readonly service: CollectionService;
  readonly api: KubernetesApi;
  readonly namespace: string;
  readonly guards: Readonly<Record<'platform' | 'tenants', AddressGuard>>;
  readonly clock: Clock;
}

const verdict = z.object({
  ok: z.boolean(),
  reason: z.enum(FAILURES).nullable().meta({
    description: 'What is wrong, for programs; null where nothing is.',
  }),
  status: z.int().nullable().meta({ description: 'HTTP status; null without an answer.' }),
  latency_ms: z.number().meta({ description: 'Milliseconds until the answer was read.' }),
  models: z.int().nullable().meta({ description: 'How many models it lists.' }),
  message: z.string().meta({ description: 'What came of it, and what to do.' }),
});

/** What providers have beyond the routes of every collection. */
export const providerRoutes = (needs: ProviderNeeds): Route[] => [testRoute(needs)];

/** `POST /providers/{id}/test`: whether a provider answers, and takes our credential. */
function testRoute(options: ProviderNeeds): Route {
  const { service, guards, clock } = options;
  return defineRoute({
    method: 'post',
    path: '/api/v1/providers/{id}/test',
    operationId: 'testProvider',
    summary: 'Ask a provider for its models, with its credential',
    tag: service.collection.tag,
    permission: 'providers:write',
    dryRun: false,
    answers: { 200: { description: 'What came of it, whatever it is.', schema: verdict } },
    handler: async (context) => {
      const object = await service.get(context, idIn(context));
      const { spec } = object;
      const guard = spec['organizationId'] === undefined ? guards.platform : guards.tenants;
      const credential = await credentialOf(options, object);
      if (credential === 'missing') {
        return { status: 200, body: secretMissing() };
      }
      return {
        status: 200,
        body: await testProvider({ spec, credential: credential?.value, guard, clock }),
      };
    },
  });
}

/** The value that a provider's reference names, or the first of several; `missing` where there is none that may be sent, undefined where the provider has no reference. */
async function credentialOf(
  needs: ProviderNeeds,
  object: StoredObject,
): Promise<{ readonly value: string } | 'missing' | undefined> {
  const { secretRef, credentials = [] } = object.spec as References;
  return await secretValueOf(object, needs, secretRef ?? credentials[0]?.secretRef);
}

interface References {
  readonly secretRef?: SecretReference;
  readonly credentials?: readonly { readonly secretRef: SecretReference }[];
}
