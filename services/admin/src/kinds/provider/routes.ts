import type { AddressGuard } from '@aicp/common/http/address-guard';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { isReservedSecret } from '@aicp/common/kubernetes/reserved-secret';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';
import type { Route } from '@aicp/api-kit/route/route';
import { defineRoute } from '../../access/define-route.ts';
import { idIn } from '../../resources/collections/collection-routes.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import type { Spec } from '../../resources/collection.ts';
import { testProvider } from './test-provider.ts';

export interface ProviderNeeds {
  readonly service: CollectionService;
  readonly api: KubernetesApi;
  readonly namespace: string;
  readonly guards: Readonly<Record<'platform' | 'tenants', AddressGuard>>;
  readonly clock: Clock;
}

const verdict = z.object({
  ok: z.boolean(),
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
      const { spec } = await service.get(context, idIn(context));
      const guard = spec['organizationId'] === undefined ? guards.platform : guards.tenants;
      const credential = await credentialOf(options, spec);
      if (credential === 'missing') {
        const message = 'Its secret_ref names nothing that may be used: send an api_key.';
        const body = { ok: false, status: null, latency_ms: 0, models: null, message };
        return { status: 200, body };
      }
      return {
        status: 200,
        body: await testProvider({ spec, credential: credential?.value, guard, clock }),
      };
    },
  });
}

interface Reference {
  readonly name: string;
  readonly key: string;
}

/** The value that a provider's reference names, or the first of several; `missing` where there is none, undefined where the provider has no reference. */
async function credentialOf(
  { api, namespace }: ProviderNeeds,
  spec: Spec,
): Promise<{ readonly value: string } | 'missing' | undefined> {
  const [first] = (spec['credentials'] ?? []) as readonly { readonly secretRef: Reference }[];
  const ref = (spec['secretRef'] as Reference | undefined) ?? first?.secretRef;
  if (!ref) return undefined;
  const object = await api.get(SECRETS, { namespace, name: ref.name });
  const secret = secretForm.safeParse(object).data;
  if (!secret || isReservedSecret({ ...secret.metadata, type: secret.type })) return 'missing';
  const encoded = secret.data[ref.key];
  if (encoded === undefined) return 'missing';
  return { value: Buffer.from(encoded, 'base64').toString().trim() };
}

const secretForm = z.object({
  metadata: z.object({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) }),
  type: z.string().default(''),
  data: z.record(z.string(), z.string()).default({}),
});
