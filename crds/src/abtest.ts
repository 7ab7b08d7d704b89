import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind, type PrinterColumn } from './kit/kind.ts';
import { withRules } from './kit/rules.ts';

export const ABTEST_STATES = [
  'draft',
  'running',
  'paused',
  'stopped',
  'promoted',
  'rolled_back',
] as const;

/** Whom a test sticks to. */
export const ABTEST_UNITS = ['user', 'key', 'request'] as const;

const MEMBERS = [
  'costEfficiency',
  'latency',
  'errorRate',
  'feedback',
  'latencyIncreasePct',
  'costIncreasePct',
  'minRequests',
] as const;

/** Thresholds of several measures, where one for the success metric does not say enough. */
const thresholds = () =>
  withRules(
    z.object({
      costEfficiency: f.ratio().optional().meta({ description: 'Share of the cost; 0.1 is 10 %.' }),
      latency: f.ratio().optional().meta({ description: 'Share of the latency; 0.1 is 10 %.' }),
      errorRate: f.ratio().optional().meta({ description: 'Share of failed requests.' }),
      feedback: f.ratio().optional().meta({ description: 'Share of the feedback; 0.1 is 10 %.' }),
      latencyIncreasePct: f
        .increasePercent()
        .optional()
        .meta({ description: 'Percent that the latency rises by.' }),
      costIncreasePct: f
        .increasePercent()
        .optional()
        .meta({ description: 'Percent that the cost rises by.' }),
      minRequests: f
        .integer({ min: 1, max: 1_000_000_000 })
        .optional()
        .meta({ description: 'Requests of each arm before these are looked at.' }),
    }),
    [
      {
        cel: MEMBERS.map((name) => `has(self.${name})`).join(' || '),
        message: 'at least one threshold must be set',
        holds: (self) => MEMBERS.some((name) => self[name] !== undefined),
      },
    ],
  );

/** The API has one field for both forms, so an object has one of them. */
const oneForm = (one: 'promotionThreshold' | 'rollbackThreshold') => ({
  cel: `!(has(self.${one}) && has(self.${one}s))`,
  message: `${one} and ${one}s are two forms of the same: set one of them`,
  fieldPath: `.${one}s`,
  holds: (self: { readonly [key in typeof one | `${typeof one}s`]?: unknown }) =>
    self[one] === undefined || self[`${one}s`] === undefined,
});

const spec = withRules(
  z.object({
    displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
    organizationId: f.organizationId(),
    description: f.description().optional().meta({ description: 'What it is to find out.' }),
    baseModel: f
      .refersTo('Model', f.modelId(), { onDelete: 'goes' })
      .meta({ description: 'Model that is asked for now.' }),
    variantModel: f
      .refersTo('Model', f.modelId(), { onDelete: 'goes' })
      .meta({ description: 'Model that is tried.' }),
    trafficSplitPercent: f
      .percent()
      .meta({ description: 'Percent of the base model’s traffic that the variant gets.' }),
    successMetric: z
      .enum(['cost_efficiency', 'latency', 'error_rate', 'feedback'])
      .default('latency')
      .meta({
        description: 'What decides.',
      }),
    promotionThreshold: f
      .ratio()
      .optional()
      .meta({ description: 'Improvement that promotes the variant; 0.1 is 10 %.' }),
    promotionThresholds: thresholds().optional().meta({
      description:
        'Instead of promotionThreshold: what promotes the variant, by measure. In the API it is promotion_threshold too.',
    }),
    rollbackThreshold: f
      .ratio()
      .optional()
      .meta({ description: 'Worsening that takes it back; 0.1 is 10 %.' }),
    rollbackThresholds: thresholds().optional().meta({
      description:
        'Instead of rollbackThreshold: what takes the variant back, by measure. In the API it is rollback_threshold too.',
    }),
    minRequests: f
      .integer({ min: 1, max: 1_000_000_000 })
      .default(100)
      .meta({ description: 'Requests of each arm before anything is decided.' }),
    stickyBy: z
      .enum(ABTEST_UNITS)
      .default('user')
      .meta({ description: 'Who keeps seeing the same model.' }),
    autoPromote: z.boolean().default(false).meta({ description: 'On: promotes by itself.' }),
    autoRollback: z
      .boolean()
      .default(false)
      .meta({ description: 'On: takes the variant back by itself.' }),
    state: z.enum(ABTEST_STATES).default('draft').meta({
      description:
        'draft → running ⇄ paused → stopped, promoted or rolled_back. Changed by the verbs of the API.',
    }),
    startedAt: f.timestamp().optional().meta({ description: 'When it was first started.' }),
  }),
  [
    {
      cel: 'self.baseModel != self.variantModel',
      message: 'variantModel must be another model than baseModel',
      fieldPath: '.variantModel',
      holds: (self) => self.baseModel !== self.variantModel,
    },
    oneForm('promotionThreshold'),
    oneForm('rollbackThreshold'),
  ],
);

export type ABTestSpec = z.output<typeof spec>;

const requests = (description: string) =>
  f.integer({ min: 0, max: 1_000_000_000_000 }).optional().meta({ description });

const observed = z.object({
  baseRequests: requests('Requests in the base’s arm, as of the last look.'),
  variantRequests: requests('Requests in the variant’s arm.'),
  difference: z.string().max(500).optional().meta({
    description:
      'What the variant differs by in what decides, as a share of the base, and where that surely is.',
  }),
  verdict: z.string().max(64).optional().meta({
    description: 'What the figures say, in the word that is the reason of the condition Verdict.',
  }),
  at: f.timestamp().optional().meta({ description: 'When it was looked.' }),
});

const observedColumn = (
  name: string,
  field: keyof typeof observed.shape,
  more: Pick<PrinterColumn, 'type' | 'description'>,
): PrinterColumn => ({ name, jsonPath: `.status.observed.${field}`, ...more });

/** A trial of one model against another on live traffic. */
export const abtest = defineKind({
  kind: 'ABTest',
  plural: 'abtests',
  shortNames: ['ab'],
  feature: 'abtest',
  description: 'A trial of one model against another on a share of live traffic.',
  spec,
  status: {
    observed: observed.optional().meta({
      description: 'How the arms stand, as the admin service found about half a minute ago.',
    }),
  },
  columns: [
    { name: 'Base', type: 'string', jsonPath: '.spec.baseModel' },
    { name: 'Variant', type: 'string', jsonPath: '.spec.variantModel' },
    { name: 'Split', type: 'string', jsonPath: '.spec.trafficSplitPercent' },
    { name: 'State', type: 'string', jsonPath: '.spec.state' },
    observedColumn('Base-Requests', 'baseRequests', {
      type: 'integer',
      description: 'Requests in the base’s arm.',
    }),
    observedColumn('Variant-Requests', 'variantRequests', {
      type: 'integer',
      description: 'Requests in the variant’s arm.',
    }),
    observedColumn('Difference', 'difference', {
      type: 'string',
      description: 'Of the variant in what decides, and where that surely is.',
    }),
    observedColumn('Verdict', 'verdict', {
      type: 'string',
      description: 'What the figures say.',
    }),
  ],
  selectable: ['.spec.state', '.spec.baseModel'],
  api: {
    path: 'ab-tests',
    permission: 'ab_tests',
    readers: 'staff',
    tag: 'A/B tests',
    noun: 'A/B test',
    auditName: 'ab_test',
    required: ['name'],
    example: {
      name: 'mini instead of 4o',
      base_model: 'gpt-4o',
      variant_model: 'gpt-4o-mini',
      traffic_split_percent: 10,
    },
  },
  enforcedBy: ['gateway', 'admin'],
  wireNames: {
    state: 'status',
    promotionThresholds: 'promotion_threshold',
    rollbackThresholds: 'rollback_threshold',
  },
});
