import { idInPath } from '../address/id-in-path.ts';

/** A kind of object, as the console's lists, links and forms know it. */
export interface Resource {
  /** As audit entries and changes name it: `routing_policy`. */
  readonly type: string;
  /** The Kubernetes kind, and its plural for kubectl. */
  readonly kind: string;
  readonly plural: string;
  /** Path of its collection in the API. */
  readonly collection: string;
  /** `teams`: who reads has `teams:read`, who writes `teams:write`. */
  readonly permission: string;
  readonly noun: string;
  readonly nouns: string;
  /** Address of its list in the console; `/_new` and `/{id}` are below it. */
  readonly page: string;
}

export const RESOURCES = {
  team: {
    type: 'team',
    kind: 'Team',
    plural: 'teams',
    collection: '/api/v1/teams',
    permission: 'teams',
    noun: 'team',
    nouns: 'teams',
    page: '/teams',
  },
  apiKey: {
    type: 'api_key',
    kind: 'APIKey',
    plural: 'apikeys',
    collection: '/api/v1/api-keys',
    permission: 'api_keys',
    noun: 'API key',
    nouns: 'API keys',
    page: '/api-keys',
  },
  organization: {
    type: 'organization',
    kind: 'Organization',
    plural: 'organizations',
    collection: '/api/v1/organizations',
    permission: 'organizations',
    noun: 'organization',
    nouns: 'organizations',
    page: '/organizations',
  },
  model: {
    type: 'model',
    kind: 'Model',
    plural: 'models',
    collection: '/api/v1/models',
    permission: 'models',
    noun: 'model',
    nouns: 'models',
    page: '/models',
  },
  provider: {
    type: 'provider',
    kind: 'Provider',
    plural: 'providers',
    collection: '/api/v1/providers',
    permission: 'providers',
    noun: 'provider',
    nouns: 'providers',
    page: '/providers',
  },
  routingPolicy: {
    type: 'routing_policy',
    kind: 'RoutingPolicy',
    plural: 'routingpolicies',
    collection: '/api/v1/routing-policies',
    permission: 'routing_policies',
    noun: 'routing policy',
    nouns: 'routing policies',
    page: '/routing-policies',
  },
  priceCatalog: {
    type: 'price_catalog',
    kind: 'PriceCatalog',
    plural: 'pricecatalogs',
    collection: '/api/v1/price-catalogs',
    permission: 'price_catalogs',
    noun: 'price catalog',
    nouns: 'price catalogs',
    page: '/price-catalogs',
  },
  modelDeprecation: {
    type: 'model_deprecation',
    kind: 'ModelDeprecation',
    plural: 'modeldeprecations',
    collection: '/api/v1/deprecations',
    permission: 'deprecations',
    noun: 'deprecation',
    nouns: 'deprecations',
    page: '/deprecations',
  },
  budget: {
    type: 'budget',
    kind: 'Budget',
    plural: 'budgets',
    collection: '/api/v1/budgets',
    permission: 'budgets',
    noun: 'budget',
    nouns: 'budgets',
    page: '/budgets',
  },
  promptTemplate: {
    type: 'prompt_template',
    kind: 'PromptTemplate',
    plural: 'prompttemplates',
    collection: '/api/v1/prompts',
    permission: 'prompts',
    noun: 'prompt',
    nouns: 'prompts',
    page: '/prompts',
  },
  rateLimitPolicy: {
    type: 'rate_limit_policy',
    kind: 'RateLimitPolicy',
    plural: 'ratelimitpolicies',
    collection: '/api/v1/rate-limits',
    permission: 'rate_limits',
    noun: 'rate limit',
    nouns: 'rate limits',
    page: '/rate-limits',
  },
  accessTier: {
    type: 'access_tier',
    kind: 'AccessTier',
    plural: 'accesstiers',
    collection: '/api/v1/model-access/tiers',
    permission: 'access_tiers',
    noun: 'access tier',
    nouns: 'access tiers',
    page: '/access-tiers',
  },
  costAllocationRule: {
    type: 'cost_allocation_rule',
    kind: 'CostAllocationRule',
    plural: 'costallocationrules',
    collection: '/api/v1/cost-allocation/rules',
    permission: 'cost_allocation_rules',
    noun: 'allocation rule',
    nouns: 'allocation rules',
    page: '/allocation-rules',
  },
  slaDefinition: {
    type: 'sla_definition',
    kind: 'SLADefinition',
    plural: 'sladefinitions',
    collection: '/api/v1/sla/definitions',
    permission: 'sla_definitions',
    noun: 'SLA',
    nouns: 'SLAs',
    page: '/sla-definitions',
  },
  failoverRule: {
    type: 'failover_rule',
    kind: 'FailoverRule',
    plural: 'failoverrules',
    collection: '/api/v1/sla/failover-rules',
    permission: 'failover_rules',
    noun: 'failover rule',
    nouns: 'failover rules',
    page: '/failover-rules',
  },
  abTest: {
    type: 'ab_test',
    kind: 'ABTest',
    plural: 'abtests',
    collection: '/api/v1/ab-tests',
    permission: 'ab_tests',
    noun: 'A/B test',
    nouns: 'A/B tests',
    page: '/ab-tests',
  },
  eventSubscription: {
    type: 'event_subscription',
    kind: 'EventSubscription',
    plural: 'eventsubscriptions',
    collection: '/api/v1/events/subscriptions',
    permission: 'event_subscriptions',
    noun: 'subscription',
    nouns: 'subscriptions',
    page: '/subscriptions',
  },
  mcpServer: {
    type: 'mcp_server',
    kind: 'MCPServer',
    plural: 'mcpservers',
    collection: '/api/v1/mcp-servers',
    permission: 'mcp_servers',
    noun: 'MCP server',
    nouns: 'MCP servers',
    page: '/mcp-servers',
  },
  agent: {
    type: 'agent',
    kind: 'Agent',
    plural: 'agents',
    collection: '/api/v1/agents',
    permission: 'agents',
    noun: 'agent',
    nouns: 'agents',
    page: '/agents',
  },
  guardrail: {
    type: 'guardrail',
    kind: 'Guardrail',
    plural: 'guardrails',
    collection: '/api/v1/guardrails',
    permission: 'guardrails',
    noun: 'guardrail',
    nouns: 'guardrails',
    page: '/guardrails',
  },
  detector: {
    type: 'detector',
    kind: 'Detector',
    plural: 'detectors',
    collection: '/api/v1/detectors',
    permission: 'detectors',
    noun: 'detector',
    nouns: 'detectors',
    page: '/detectors',
  },
  workflowTemplate: {
    type: 'workflow_template',
    kind: 'WorkflowTemplate',
    plural: 'workflowtemplates',
    collection: '/api/v1/workflows',
    permission: 'workflows',
    noun: 'workflow',
    nouns: 'workflows',
    page: '/workflows',
  },
} as const satisfies Record<string, Resource>;

const all: readonly Resource[] = Object.values(RESOURCES);

/** The kind that the API calls so (`team`); undefined: there is no page for it. */
export const resourceOfType = (type: string): Resource | undefined =>
  all.find((resource) => resource.type === type);

/** The kind whose collection is at a path; business units are below their organizations. */
export const resourceAt = (collection: string): Resource | undefined =>
  all.find((resource) => resource.collection === collection);

/** The page of an object in the console. */
export const pageOf = (resource: Pick<Resource, 'page'>, id: string): string =>
  `${resource.page}/${idInPath(id)}`;
