import type { Stage } from '../../kit/stage.ts';
import {
  ADDRESS,
  DESCRIPTION,
  hostileName,
  IDENTIFIER,
  LABEL,
  LONG_WORD,
  MAIL,
  MARKUP,
  PROMPT,
  shownText,
} from './texts.ts';

/** An object to make by the API: where, and what of. */
interface Seed {
  /** Below `/api/v1`: `teams`. */
  readonly collection: string;
  /** Where the console lists it, where that is called otherwise. */
  readonly page?: string;
  /** The field of its name; null: it has none. `name` where nothing is said. */
  readonly named?: 'display_name' | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An object that is there, with its title as it is read. */
export interface HostileObject {
  readonly collection: string;
  readonly page: string;
  readonly id: string;
  readonly title: string;
  /** Of an API key, which is told once. */
  readonly key?: string;
  /** Whether it has the long description, which stays. */
  readonly isDescribed: boolean;
}

export const ORGANIZATION = 'hostile-works';
export const TEAM = 'hostile-team';
/** What the API makes of a provider's name. */
export const PROVIDER = '3-1-img-data-hostile-src-x-onerror-hostile-1-script-dat';
/** A model's id is a text as well. */
export const MODEL = `hostile/${IDENTIFIER}`;

const OF_ORGANIZATION = { organization_id: ORGANIZATION };
const DESCRIBED = { description: DESCRIPTION };
const PAIRS = { metadata: { [LABEL]: DESCRIPTION.slice(0, 256) } };

/** How many there are. */
export const COUNT = 23;

/** One of each kind; what has no short name of its own is called by its name. */
const SEEDS: readonly Seed[] = [
  { collection: 'organizations', body: { slug: ORGANIZATION, ...DESCRIBED, ...PAIRS } },
  {
    ...{ collection: `organizations/${ORGANIZATION}/business-units` },
    body: { slug: 'hostile-unit', cost_center: IDENTIFIER, ...DESCRIBED },
  },
  {
    collection: 'teams',
    body: {
      slug: TEAM,
      allowed_models: [MODEL, 'sim-small'],
      ...OF_ORGANIZATION,
      ...DESCRIBED,
      ...PAIRS,
    },
  },
  {
    ...{ collection: 'providers' },
    body: { type: 'simulated', headers: { 'x-hostile': MARKUP } },
  },
  {
    ...{ collection: 'models', named: 'display_name' },
    body: {
      ...{ id: MODEL, provider: PROVIDER, aliases: [`alias/${IDENTIFIER}`] },
      ...{ input_price_per_million: 1, output_price_per_million: 4 },
    },
  },
  {
    ...{ collection: 'price-catalogs' },
    body: { prices: [{ model: MODEL, provider: IDENTIFIER, input_price_per_million: 2 }] },
  },
  {
    ...{ collection: 'deprecations', named: null },
    body: {
      model_name: MODEL,
      replacement_model: 'sim-small',
      sunset_date: '2099-06-30',
      message: DESCRIPTION,
    },
  },
  {
    ...{ collection: 'routing-policies' },
    body: {
      ...{ priority: 900, is_active: false, condition: `user == "${LABEL.slice(0, 40)}"` },
      ...{ action: 'prefer', target_models: [MODEL], ...DESCRIBED },
    },
  },
  {
    ...{ collection: 'api-keys' },
    body: { role: 'member', team_id: TEAM, user_id: IDENTIFIER, ...PAIRS },
  },
  {
    ...{ collection: 'budgets' },
    body: {
      entity_type: 'tag',
      entity_id: `project=${IDENTIFIER}`,
      monthly_limit: 500,
      alert_email: MAIL,
    },
  },
  {
    ...{ collection: 'prompts' },
    body: { slug: 'hostile-prompt', template_text: PROMPT, tags: [LABEL], ...DESCRIBED },
  },
  {
    collection: 'rate-limits',
    body: { scope: 'user', scope_value: IDENTIFIER, rpm_limit: 600, ...DESCRIBED },
  },
  {
    ...{ collection: 'model-access/tiers', page: '/access-tiers' },
    body: {
      ...OF_ORGANIZATION,
      models: [`guarded/${IDENTIFIER}`],
      requires_approval: true,
      ...DESCRIBED,
    },
  },
  {
    ...{ collection: 'cost-allocation/rules', page: '/allocation-rules' },
    body: {
      ...OF_ORGANIZATION,
      name: IDENTIFIER,
      allocation_type: 'cost_center',
      allocation_target: IDENTIFIER,
    },
  },
  {
    ...{ collection: 'sla/definitions', page: '/sla-definitions' },
    body: { provider: PROVIDER, model_pattern: MODEL, target_p95_ms: 90 },
  },
  {
    ...{ collection: 'sla/failover-rules', page: '/failover-rules' },
    body: { source_model: MODEL, target_model: 'sim-small', trigger_condition: 'error_rate > 0.5' },
  },
  {
    collection: 'ab-tests',
    body: {
      base_model: MODEL,
      variant_model: 'sim-small',
      traffic_split_percent: 10,
      ...DESCRIBED,
    },
  },
  {
    ...{ collection: 'events/subscriptions', page: '/subscriptions' },
    body: {
      event_types: ['budget.*'],
      channel: 'webhook',
      is_active: false,
      config: { url: ADDRESS },
    },
  },
  {
    ...{ collection: 'mcp-servers' },
    body: { server_type: 'streamable_http', url: ADDRESS, allowed_tools: [LABEL], ...DESCRIBED },
  },
  {
    collection: 'agents',
    body: { url: ADDRESS, skills: [LABEL, LONG_WORD.slice(0, 128)], ...DESCRIBED },
  },
  {
    ...{ collection: 'detectors' },
    body: {
      ...{ detector_type: 'keyword', ...DESCRIBED },
      config: { patterns: [{ pattern: IDENTIFIER, label: LABEL, action: 'redact' }] },
    },
  },
  {
    collection: 'guardrails',
    body: { ...OF_ORGANIZATION, blocked_keywords: [LABEL], ...DESCRIBED },
  },
  {
    ...{ collection: 'workflows' },
    body: {
      ...DESCRIBED,
      steps: [{ id: 'read', name: LABEL, type: 'llm', with: { model: MODEL, prompt: PROMPT } }],
    },
  },
];

interface Made {
  readonly id: string;
  readonly name?: string;
  readonly key?: string;
}

/** What the deeds done to them describe otherwise. */
const DESCRIBED_ANEW = ['/teams', '/prompts'];

/** Makes one of each kind. */
export async function makeHostileObjects({ admin }: Stage): Promise<readonly HostileObject[]> {
  const made: HostileObject[] = [];
  for (const [
    number,
    { collection, page = `/${collection}`, named = 'name', body },
  ] of SEEDS.entries()) {
    const text = hostileName(number);
    const { id, name, key } = await admin.json<Made>('POST', `/api/v1/${collection}`, {
      ...(named && { [named]: text }),
      ...body,
    });
    const isDescribed = body['description'] === DESCRIPTION && !DESCRIBED_ANEW.includes(page);
    const title = shownText(name ?? id);
    made.push({ collection, page, id, title, isDescribed, ...(key && { key }) });
  }
  return made;
}

/** Takes them away again, what refers to others first. */
export async function removeHostileObjects(
  { admin }: Stage,
  made: readonly HostileObject[],
): Promise<void> {
  for (const { collection, id } of made.toReversed()) {
    await admin.json('DELETE', `/api/v1/${collection}/${encodeURIComponent(id)}`);
  }
}
