import { defineRoute } from '@aicp/admin/access/define-route';
import { idIn } from '@aicp/admin/resources/collections/collection-routes';
import type { Route } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import { toldPrices } from '@aicp/contracts/prices/told/told-prices';
import { MODEL_MODES } from '@aicp/crds/model';
import { z } from 'zod';
import { askModels } from '../asking/ask-models.ts';
import type { Failure } from '../asking/failure.ts';
import type { ProviderAsking } from '../asking/provider-asking.ts';
import { MOST_OFFERED, offeredModels, type OfferNeeds } from './offered-models.ts';

const tokens = z.int().nullable();

const offer = z.object({
  id: z.string().meta({ description: 'What the vendor calls it.' }),
  display_name: z.string().nullable(),
  mode: z.enum(MODEL_MODES).meta({
    description: 'What it is for, as the vendor says, else by its name.',
  }),
  context_window: tokens.meta({
    description: 'Tokens, as the vendor says, else the data that came with the release.',
  }),
  max_output_tokens: tokens.meta({ description: 'Tokens, as the vendor says.' }),
  base_model: z.string().nullable().meta({
    description: 'Of a deployment: the vendor’s model behind it.',
  }),
  prices: toldPrices.nullable().meta({
    description: 'What it costs now, by the bundled data and PriceCatalogs; null: nobody knows.',
  }),
  model: z.string().nullable().meta({
    description: 'Id of the Model that it is served as already; null: of none.',
  }),
  body: z.record(z.string(), z.unknown()).meta({
    description:
      'What `POST /models` makes a Model of it with. Prices are in it only where they would not hold by themselves, as of deployments.',
  }),
});

const answer = z.object({
  provider: z.string(),
  total: z.int().meta({ description: 'How many models the vendor lists.' }),
  models: z.array(offer).meta({ description: `By id, the first ${MOST_OFFERED}.` }),
});

/** `GET /providers/{id}/models`: what the vendor lists, with what is known of it, and what of it is served. */
export const offerRoute = (asking: ProviderAsking, needs: OfferNeeds): Route =>
  defineRoute({
    method: 'get',
    path: '/api/v1/providers/{id}/models',
    operationId: 'listProviderModels',
    summary: 'List the models that a provider offers',
    description:
      'The vendor is asked with the provider’s credential. Where it does not answer, 502 says why, with the `reason` that a test of the provider says too.',
    tag: asking.service.collection.tag,
    permission: 'providers:write',
    answers: { 200: { description: 'What it offers.', schema: answer } },
    errors: [404, 502],
    handler: async (context) => {
      const provider = await asking.service.get(context, idIn(context));
      const told = await asking.of(provider);
      if ('failure' in told) throw notListed(told.failure);
      const asked = await askModels(told);
      if ('failure' in asked) throw notListed(asked.failure);
      const models = await offeredModels(provider, asked.models, needs);
      const { name } = provider.metadata;
      return { status: 200, body: { provider: name, total: asked.models.length, models } };
    },
  });

const notListed = ({ message, reason, status }: Failure): Problem =>
  new Problem(502, message, { extensions: { reason, provider_status: status } });
