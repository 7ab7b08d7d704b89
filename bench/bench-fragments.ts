import * as made from '@aicp/gateway/testing/fragments';

export const KEYS = 1000;
const TEAMS = 50;

/** The secret of key number `index`. */
export const secretOf = (index: number): string => `sk-key-${index}`;

/** 1,000 keys in 50 teams, a priced model, and 1,000 policies, of which some match every request and none takes the model away. */
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
      organization: 'acme',
      metadata: { department: `department-${index % 10}` },
    }),
  ),
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
