import * as made from '@aicp/gateway/testing/fragments';

export const KEYS = 1000;
const TEAMS = 50;

/** The secret of key number `index`. */
export const secretOf = (index: number): string => `sk-key-${index}`;

/** More than any window sees. */
const PLENTY = 1_000_000_000;

/**
 * 1,000 keys in 50 teams, a priced model on approval, and 1,000 policies, of which some match every request and none takes the model away;
 * limits of every scope, of which none is reached, and 100 that name another team.
 */
export const benchFragments = (upstreamUrl: string): made.Fragments => ({
  providers: [made.provider('upstream', { baseUrl: `${upstreamUrl}/v1`, credential: 'set' })],
  credentials: [made.credential('upstream', 'sk-upstream')],
  models: [
    made.model('gpt-4o', 'upstream', {
      aliases: ['default'],
      tier: 'premium',
      prices: { input: '2500000000', cachedInput: '1250000000', output: '10000000000' },
    }),
    made.model('gpt-4o-mini', 'upstream', {
      prices: { input: '150000000', output: '600000000' },
    }),
  ],
  policies: Array.from({ length: 1000 }, (_, index) => policy(index)),
  keys: Array.from({ length: KEYS }, (_, index) =>
    made.key(`key-${index}`, {
      team: `team-${index % TEAMS}`,
      user: `user-${index % 200}`,
      organization: 'acme',
      metadata: { department: `department-${index % 10}` },
    }),
  ),
  tiers: [made.accessTier('premium', { labels: ['premium'] })],
  grants: [made.accessGrant('premium', {}, { organization: 'acme' })],
  rateLimits: [
    made.rateLimit('all', { scope: 'global', rpm: PLENTY }),
    made.rateLimit('organizations', { scope: 'organization', rpd: PLENTY, tpd: PLENTY }),
    made.rateLimit('teams', { scope: 'team', rpm: PLENTY, tpm: PLENTY }),
    made.rateLimit('users', { scope: 'user', rpm: PLENTY }),
    made.rateLimit('keys', { scope: 'key', rpm: PLENTY, tpm: PLENTY, concurrent: PLENTY }),
    made.rateLimit('models', { scope: 'model', rpm: PLENTY, tpm: PLENTY }),
    ...Array.from({ length: 100 }, (_, index) =>
      made.rateLimit(`team-${index}-alone`, { scope: 'team', value: `other-${index}`, rpm: 1 }),
    ),
  ],
});

function policy(index: number) {
  const id = `policy-${index}`;
  const priority = index;
  const conditions = [
    `team == team-${index % TEAMS} && stream == true`,
    `user == user-${index}`,
    `metadata.department == department-${index % 10} && model == gpt-4o`,
    `header.x-project == project-${index}`,
  ];
  const condition = conditions[index % conditions.length] ?? '';
  return index % 2 === 0
    ? made.rule(id, 'prefer', ['gpt-4o'], { condition, priority })
    : made.rule(id, 'deny', ['gpt-4o-mini'], { condition, priority });
}
