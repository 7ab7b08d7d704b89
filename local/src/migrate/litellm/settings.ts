import type { Plan } from '../plan/plan.ts';
import type { Part } from '../source/part.ts';
import { ROUTING_STRATEGIES } from '@aicp/crds/kit/routing-strategies';
import { addBudget } from './budget-of.ts';
import { milliseconds } from './model-of.ts';

/** The sections of a config.yaml that are not lists; an absent one is empty. */
export interface Sections {
  readonly root: Part;
  readonly router: Part;
  readonly litellm: Part;
  readonly general: Part;
}

const MOST_RETRIES = 10;

/** What the settings say of every Provider: how often is tried again, and how long is waited. */
export function providerDefaults({ router, litellm }: Sections): Readonly<Record<string, unknown>> {
  const ofRouter = router.number('num_retries');
  const retries = ofRouter ?? litellm.number('num_retries');
  const ofAll = milliseconds(litellm, 'request_timeout');
  const timeout = milliseconds(router, 'timeout') ?? ofAll;
  const first = milliseconds(router, 'stream_timeout');
  if (retries !== undefined && retries > MOST_RETRIES) {
    router.lost(`num_retries is ${MOST_RETRIES} at most here, and so much it is`);
  }
  return {
    ...given('maxRetries', retries && Math.min(Math.floor(retries), MOST_RETRIES)),
    ...given('timeoutMs', timeout),
    ...given('firstByteTimeoutMs', first),
  };
}

const given = (name: string, value: number | undefined): Readonly<Record<string, number>> =>
  value === undefined ? {} : { [name]: value };

/** Carries over what settings say of routing and money, and says of the rest what takes its place. */
export function readSettings(sections: Sections, plan: Plan): void {
  const { router, litellm } = sections;
  addStrategy(router, plan);
  addBudget(plan, litellm, { entityType: 'global' });
  sayCache(litellm);
  sayLeft(sections.root);
  for (const [section, names] of sayings(sections)) {
    for (const [name, text] of names) {
      const found = section.at(name);
      if (found) found.todo(`${name}: ${text}`);
    }
  }
}

/** LiteLLM's names of strategies that are ours under another. */
const STRATEGIES: ReadonlyMap<string, string> = new Map([
  ...ROUTING_STRATEGIES.map((name) => [name, name] as const),
  ['usage-based-routing-v2', 'usage-based-routing'],
]);

function addStrategy(router: Part, plan: Plan): void {
  const written = router.text('routing_strategy');
  if (written === undefined) return;
  const strategy = STRATEGIES.get(written);
  if (strategy === undefined) {
    router.lost(
      `routing_strategy is none of ${[...STRATEGIES.keys()].join(', ')}: groups are drawn by weight`,
    );
    return;
  }
  const spec = { policyType: 'routing_strategy', config: { strategy } };
  plan.add('RoutingPolicy', { names: ['strategy'], spec, from: router });
}

function sayCache(litellm: Part): void {
  const isOn = litellm.flag('cache');
  const params = litellm.at('cache_params');
  const ttl = params?.number('ttl');
  const type = params?.text('type');
  if (isOn !== true) return;
  const seconds = ttl === undefined ? '' : `, and spec.cache.ttlSeconds to ${Math.ceil(ttl)}`;
  const alike = type?.includes('semantic') === true ? ', and spec.cache.semantic as well' : '';
  litellm.todo(
    `cache: set features.semanticCache of the ControlPlane to true${seconds}${alike}; gateways share answers in their own Redis`,
  );
}

/** Sections that hold more than settings, of which nothing is made. */
const LEFT: readonly (readonly [name: string, text: string])[] = [
  [
    'include',
    'the files that it names are not read: put what they hold into this one, and import again',
  ],
  ['mcp_servers', 'write an MCPServer of each (docs/reference/mcp-server.md)'],
];

function sayLeft(root: Part): void {
  for (const [name, text] of LEFT) root.at(name)?.lost(`${name}: ${text}`);
}

type Sayings = readonly (readonly [section: Part, names: readonly (readonly [string, string])[]])[];

const CIRCUITS =
  'providers are let alone by circuits of their own, which open by the share of failures (docs/reference/provider.md)';
const CALLBACKS =
  'requests are recorded by the gateways themselves; metrics are at /metrics, and traces go out by OTLP';
const ADMINISTRATOR =
  'the administrator’s key is made when it is installed; keep the old one out of the new installation';

const sayings = ({ router, litellm, general, root }: Sections): Sayings => [
  [
    router,
    [
      ['allowed_fails', CIRCUITS],
      ['cooldown_time', CIRCUITS],
      ['allowed_fails_policy', CIRCUITS],
      ['disable_cooldowns', CIRCUITS],
      ['redis_host', 'gateways share counters in the Redis that the chart names'],
      ['redis_port', 'as redis_host'],
      ['redis_password', 'as redis_host, from a Secret'],
      ['redis_url', 'gateways share counters in the Redis that the chart names, from a Secret'],
    ],
  ],
  [
    litellm,
    [
      ['success_callback', CALLBACKS],
      ['failure_callback', CALLBACKS],
      ['service_callback', CALLBACKS],
      ['callbacks', CALLBACKS],
      ['default_team_settings', 'make a Team of each, and an APIKey for who belongs to it'],
    ],
  ],
  [
    general,
    [
      ['master_key', ADMINISTRATOR],
      [
        'database_url',
        'keys, teams and spend of LiteLLM’s database do not come along: make Teams and APIKeys anew',
      ],
    ],
  ],
  [root, [['environment_variables', 'what is a secret of these belongs into Secrets']]],
];
