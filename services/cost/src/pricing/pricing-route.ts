import { defineRoute, type Route } from '@aicp/api-kit/route/route';
import type { KnownKey } from '@aicp/api-kit/access/keys-by-section';
import { tellPrices, toldPrices, type PriceReader } from '@aicp/contracts/prices/told/told-prices';
import { z } from 'zod';
import { openRoute, type RouteParts } from '../access/route-parts.ts';
import { visibleModels } from '../access/visible-models.ts';

const pricing = z.object({ model: z.string(), ...toldPrices.shape }).meta({ id: 'Pricing' });

/** `GET /pricing`. */
export const pricingRoute = (parts: RouteParts): Route =>
  defineRoute({
    ...openRoute(parts),
    method: 'get',
    path: '/pricing',
    operationId: 'listPricing',
    summary: 'What models cost now',
    tag: 'Predictions',
    answers: {
      200: { description: 'The models that the caller may ask about.', schema: z.array(pricing) },
    },
    handler: ({ request }) => {
      const { callers, snapshot, clock } = parts;
      const nowMs = clock.now();
      const caller = callers.of(request);
      const models = visibleModels(snapshot.current, caller, nowMs);
      const telling = { nowMs, reader: caller.key && readerOf(caller.key) };
      const body = models.map(({ id, fragment, pricing: schedule }) => ({
        model: id,
        ...tellPrices(fragment, schedule.at(nowMs), telling),
      }));
      return Promise.resolve({ status: 200, body });
    },
  });

const readerOf = ({ role, organization }: KnownKey): PriceReader => ({ role, organization });
