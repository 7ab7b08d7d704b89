/** A kind of object: what Kubernetes and the console call it, and where the console lists it. */
export interface Kind {
  readonly plural: string;
  readonly noun: string;
  readonly page: string;
}

/** The kinds that the console has forms for. */
export const KINDS = {
  team: { plural: 'teams', noun: 'team', page: '/teams' },
  apiKey: { plural: 'apikeys', noun: 'API key', page: '/api-keys' },
  organization: { plural: 'organizations', noun: 'organization', page: '/organizations' },
  model: { plural: 'models', noun: 'model', page: '/models' },
  provider: { plural: 'providers', noun: 'provider', page: '/providers' },
  routingPolicy: { plural: 'routingpolicies', noun: 'routing policy', page: '/routing-policies' },
  priceCatalog: { plural: 'pricecatalogs', noun: 'price catalog', page: '/price-catalogs' },
  modelDeprecation: { plural: 'modeldeprecations', noun: 'deprecation', page: '/deprecations' },
  budget: { plural: 'budgets', noun: 'budget', page: '/budgets' },
  promptTemplate: { plural: 'prompttemplates', noun: 'prompt', page: '/prompts' },
  rateLimitPolicy: { plural: 'ratelimitpolicies', noun: 'rate limit', page: '/rate-limits' },
  accessTier: { plural: 'accesstiers', noun: 'access tier', page: '/access-tiers' },
  costAllocationRule: {
    plural: 'costallocationrules',
    noun: 'allocation rule',
    page: '/allocation-rules',
  },
  slaDefinition: { plural: 'sladefinitions', noun: 'SLA', page: '/sla-definitions' },
  failoverRule: { plural: 'failoverrules', noun: 'failover rule', page: '/failover-rules' },
  abTest: { plural: 'abtests', noun: 'A/B test', page: '/ab-tests' },
  eventSubscription: { plural: 'eventsubscriptions', noun: 'subscription', page: '/subscriptions' },
  mcpServer: { plural: 'mcpservers', noun: 'MCP server', page: '/mcp-servers' },
  agent: { plural: 'agents', noun: 'agent', page: '/agents' },
  guardrail: { plural: 'guardrails', noun: 'guardrail', page: '/guardrails' },
  detector: { plural: 'detectors', noun: 'detector', page: '/detectors' },
  workflowTemplate: { plural: 'workflowtemplates', noun: 'workflow', page: '/workflows' },
} as const satisfies Record<string, Kind>;
