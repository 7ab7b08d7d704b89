import type { Route } from '@aicp/api-kit/route/route';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';
import { defineRoute } from '../../access/define-route.ts';
import { idIn } from '../../resources/collections/collection-routes.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { FAILURES } from './asking/failure.ts';
import { providerAsking, type AskingNeeds, type ProviderAsking } from './asking/provider-asking.ts';
import { offerRoute } from './offer/offer-route.ts';
import { failedVerdict, testProvider } from './test-provider.ts';

export interface ProviderNeeds extends AskingNeeds {
  readonly store: Pick<ObjectStore, 'list'>;
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
export function providerRoutes(needs: ProviderNeeds): Route[] {
  const asking = providerAsking(needs);
  return [testRoute(asking, needs.clock), offerRoute(asking, needs)];
}

/** `POST /providers/{id}/test`: whether a provider answers, and takes our credential. */
const testRoute = (asking: ProviderAsking, clock: Clock): Route =>
  defineRoute({
    method: 'post',
    path: '/api/v1/providers/{id}/test',
    operationId: 'testProvider',
    summary: 'Ask a provider for its models, with its credential',
    tag: asking.service.collection.tag,
    permission: 'providers:write',
    dryRun: false,
    answers: { 200: { description: 'What came of it, whatever it is.', schema: verdict } },
    handler: async (context) => {
      const told = await asking.of(await asking.service.get(context, idIn(context)));
      const body =
        'failure' in told ? failedVerdict(told.failure) : await testProvider({ ...told, clock });
      return { status: 200, body };
    },
  });
