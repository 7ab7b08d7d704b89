import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { PRICE_FIELDS, priceFields, tokenPriceFields } from './kit/price-fields.ts';
import { withRules } from './kit/rules.ts';

/** Of which requests something is said, and when. */
const scope = {
  provider: f.identifier().optional().meta({
    description:
      'Name of a Provider, a type of providers, or a vendor as the bundled prices call it (`openai`, `google`, `groq`): of that one are the Providers whose `baseUrl` is its address. Without it, all.',
  }),
  effectiveFrom: f.date().optional().meta({
    description:
      'Day (UTC) or moment from which on it holds, by the clocks of the gateways. Without it, from ever.',
  }),
  effectiveUntil: f.date().optional().meta({
    description: 'Day (UTC) or moment before which it holds. Without it, for good.',
  }),
};

const source = f
  .text({ min: 1, max: 500 })
  .optional()
  .meta({ description: 'Where that is known from: an address, a contract.' });

const discount = z.object({
  model: f.modelId().optional().meta({
    description: 'What the provider calls the model; `*` stands for any text. Without it, all.',
  }),
  ...scope,
  discountPercent: f.percent().meta({
    description: 'What is taken off the prices that hold without this catalog, in percent.',
  }),
  source,
});

const tier = z.object({
  aboveInputTokens: f.integer({ min: 0, max: 1_000_000_000 }).meta({
    description:
      'It holds for all tokens of requests whose prompt has more tokens than this, what was cached included.',
  }),
  ...tokenPriceFields,
});

const entry = withRules(
  z.object({
    model: f.modelId().meta({
      description: 'What the provider calls the model; `*` stands for any text.',
    }),
    ...scope,
    ...priceFields,
    tiers: f.keyedList(tier, { key: 'aboveInputTokens', max: 8 }).optional().meta({
      description: 'Other prices for long prompts.',
    }),
    source,
  }),
  [
    {
      cel: `${PRICE_FIELDS.map((field) => `has(self.${field})`).join(' || ')} || has(self.tiers)`,
      message: 'an entry needs a price',
      holds: (self) =>
        self.tiers !== undefined || PRICE_FIELDS.some((field) => self[field] !== undefined),
    },
  ],
);

const spec = z.object({
  displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
  organizationId: f.organizationId().meta({
    description:
      'Organization that this object belongs to: it prices the models on that organization’s own Providers. Without it, it prices all models.',
  }),
  priority: f.integer({ min: -1_000_000, max: 1_000_000 }).default(0).meta({
    description:
      'Of several catalogs, the one with the highest number counts; of equals, the first by name.',
  }),
  discounts: f.list(discount, 100).optional().meta({
    description:
      'What is taken off. Of several that match, the one that says most exactly what it is for; a model that has an entry in `prices` gets that, and no discount of the same catalog.',
  }),
  prices: f.list(entry, 1000).optional().meta({
    description:
      'Prices. Of several that match, the one that says most exactly what it is for, then the one that began last.',
  }),
});

export type PriceCatalogSpec = z.output<typeof spec>;
export type PriceCatalogEntry = z.output<typeof entry>;
export type PriceCatalogDiscount = z.output<typeof discount>;

/** What models cost. */
export const priceCatalog = defineKind({
  kind: 'PriceCatalog',
  plural: 'pricecatalogs',
  shortNames: ['pc'],
  feature: 'price-catalog',
  description:
    'What models cost, over the prices that come with the release and under those of the Models themselves. Prices and discounts may begin and end at a date.',
  spec,
  columns: [
    { name: 'Organization', type: 'string', jsonPath: '.spec.organizationId' },
    { name: 'Priority', type: 'integer', jsonPath: '.spec.priority' },
  ],
  api: {
    path: 'price-catalogs',
    permission: 'price_catalogs',
    readers: 'staff',
    tag: 'Price catalogs',
    noun: 'price catalog',
    required: ['name'],
    example: {
      name: 'Contract 2027',
      priority: 10,
      discounts: [{ provider: 'openai', discount_percent: 12.5 }],
      prices: [
        {
          model: 'gpt-4o*',
          provider: 'openai',
          effective_from: '2027-01-01',
          input_price_per_million: 2.25,
          output_price_per_million: 9,
        },
      ],
    },
  },
  enforcedBy: ['gateway'],
});
