import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind, type PrinterColumn } from './kit/kind.ts';
import { withRules } from './kit/rules.ts';

const EVENT_TYPE: f.Pattern = {
  matches: /^(\*|[a-z0-9_]+(\.[a-z0-9_]+)*(\.?\*)?)$/,
  says: "must be a type of event such as budget.exceeded, a prefix of types that ends in '*' such as budget.*, or '*' alone",
};

const config = z.object({
  url: f.httpUrl().optional().meta({ description: 'webhook: where events are sent.' }),
  secretRef: f.secretRef().optional().meta({
    description:
      'webhook: where the secret stands that deliveries are signed with: `whsec_` and base64, or any text. Without one, the admin service makes one.',
  }),
  webhookUrlRef: f.secretRef().optional().meta({
    description: 'slack: where the address of the incoming webhook stands; it is a secret.',
  }),
  routingKeyRef: f
    .secretRef()
    .optional()
    .meta({ description: 'pagerduty: where the routing key stands.' }),
  to: f.filledList(f.email(), 32).optional().meta({ description: 'email: who is written to.' }),
});

const needs = (channel: string, field: keyof z.output<typeof config>, message: string) => ({
  cel: `self.channel != '${channel}' || has(self.config.${field})`,
  message,
  fieldPath: '.config',
  holds: (self: { channel: string; config: z.output<typeof config> }) =>
    self.channel !== channel || self.config[field] !== undefined,
});

const spec = withRules(
  z.object({
    displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
    organizationId: f.organizationId(),
    eventTypes: f.filledList(f.text({ min: 1, max: 64, pattern: EVENT_TYPE })).meta({
      description: 'Types of events, or a prefix ending in `*` (`budget.*`), or `*` for all.',
    }),
    channel: z
      .enum(['webhook', 'slack', 'pagerduty', 'email'])
      .meta({ description: 'How they are sent.' }),
    config: config.prefault({}).meta({ description: 'Settings of the channel.' }),
    isActive: z.boolean().default(true).meta({ description: 'Off suspends it.' }),
  }),
  [
    needs('webhook', 'url', 'channel webhook needs config.url'),
    needs('slack', 'webhookUrlRef', 'channel slack needs config.webhookUrlRef'),
    needs('pagerduty', 'routingKeyRef', 'channel pagerduty needs config.routingKeyRef'),
    needs('email', 'to', 'channel email needs config.to'),
  ],
);

export type EventSubscriptionSpec = z.output<typeof spec>;

const MOST_COUNTED = 1_000_000_000_000;

const moment = (description: string) => f.timestamp().optional().meta({ description });
const count = (description: string) =>
  f.integer({ min: 0, max: MOST_COUNTED }).optional().meta({ description });

const observed = z.object({
  failed: count('Deliveries that were given up, of those that are kept.'),
  pending: count('Deliveries that wait for their first or next attempt.'),
  consecutiveFailures: count('Attempts that failed since the receiver last took something.'),
  lastSuccessAt: moment('When the receiver last took one.'),
  lastFailureAt: moment('When an attempt last failed.'),
});

const observedColumn = (
  name: string,
  field: keyof typeof observed.shape,
  more: Pick<PrinterColumn, 'type' | 'description'> & Partial<PrinterColumn>,
): PrinterColumn => ({ name, jsonPath: `.status.observed.${field}`, ...more });

/** Who is told of what. */
export const eventSubscription = defineKind({
  kind: 'EventSubscription',
  plural: 'eventsubscriptions',
  shortNames: ['esub'],
  feature: 'event-subscription',
  description: 'Who is told of which events: a webhook, Slack, PagerDuty or e-mail.',
  spec,
  status: {
    observed: observed.optional().meta({
      description: 'What became of its deliveries, as the admin service counts them.',
    }),
  },
  columns: [
    { name: 'Channel', type: 'string', jsonPath: '.spec.channel' },
    { name: 'Types', type: 'string', jsonPath: '.spec.eventTypes' },
    { name: 'Active', type: 'boolean', jsonPath: '.spec.isActive', priority: 1 },
    {
      name: 'Delivering',
      type: 'string',
      jsonPath: '.status.conditions[?(@.type=="Delivering")].reason',
      description: 'Whether what is sent arrives, in a word.',
    },
    observedColumn('Pending', 'pending', {
      type: 'integer',
      description: 'Deliveries that wait for an attempt.',
    }),
    observedColumn('Failed', 'failed', {
      type: 'integer',
      description: 'Deliveries that were given up.',
    }),
    observedColumn('Last', 'lastSuccessAt', {
      type: 'date',
      description: 'Since the receiver last took one.',
      priority: 1,
    }),
  ],
  selectable: ['.spec.channel'],
  api: {
    path: 'events/subscriptions',
    permission: 'event_subscriptions',
    readers: 'administrators',
    tag: 'Event subscriptions',
    noun: 'event subscription',
    required: ['name'],
    example: {
      name: 'Budget alarms',
      event_types: ['budget.*'],
      channel: 'webhook',
      config: { url: 'https://hooks.example.com/aicp' },
    },
  },
  enforcedBy: ['admin'],
});
