/** An object to be made: its kind, its name and its spec. */
export type Draft = readonly [kind: string, name: string, spec: Readonly<Record<string, unknown>>];

/** Of a hundred objects, so many are of each kind; the rest are organizations. */
const SHARES = {
  APIKey: 70,
  RoutingPolicy: 9,
  Team: 7,
  PromptVersion: 5,
  Model: 3,
  PromptTemplate: 3,
  Budget: 2,
} as const;

type Shared = keyof typeof SHARES;

const hash = (n: number): string => n.toString(16).padStart(64, '0');

const org = (n: number, organizations: number): string => `org-${n % organizations}`;

const SPECS: Readonly<Record<Shared, (n: number, counts: Counts) => Draft[2]>> = {
  APIKey: (n, { Team: teams }) => ({
    displayName: `Key ${n}`,
    keyHash: hash(n),
    keyPrefix: 'aicp_0123456',
    role: 'member',
    teamId: `team-${n % teams}`,
    allowedModels: ['sim-small', 'model-*'],
    maxBudget: `${n}.5`,
    metadata: { department: `d${n % 7}` },
  }),
  RoutingPolicy: (n, { organizations, Model: models }) => ({
    displayName: `Policy ${n}`,
    organizationId: org(n, organizations),
    priority: n,
    condition: `team == team-${n} && stream == true`,
    action: 'prefer',
    targetModels: [`model-${n % models}`],
  }),
  Team: (n, { organizations }) => ({
    displayName: `Team ${n}`,
    organizationId: org(n, organizations),
    allowedModels: ['sim-*', 'model-*'],
    members: [{ userId: `person-${n}@example.com`, role: 'team_admin' }],
  }),
  PromptVersion: (n, { organizations, PromptTemplate: prompts }) => ({
    organizationId: org(n % prompts, organizations),
    prompt: `prompt-${n % prompts}`,
    version: 2 + Math.floor(n / prompts),
    templateText: `Summarise {{text}} in ${n % 90} words.`,
    variables: [{ name: 'text' }],
    approvedBy: 'ada@example.com',
    approvedAt: '2026-11-01T10:30:00Z',
  }),
  Model: (n) => ({
    displayName: `Model ${n}`,
    modelId: `model-${n}`,
    provider: 'scale-provider',
    inputPricePerMillion: '2.5',
    outputPricePerMillion: '10',
    tier: 'standard',
  }),
  PromptTemplate: (n, { organizations }) => ({
    displayName: `Prompt ${n}`,
    organizationId: org(n, organizations),
    slug: `prompt-${n}`,
    state: 'draft',
    version: 1,
    templateText: 'Summarise {{text}}.',
    variables: [{ name: 'text' }],
  }),
  Budget: (n, { organizations, Team: teams }) => ({
    displayName: `Budget ${n}`,
    organizationId: org(n % teams, organizations),
    entityType: 'team',
    entityId: `team-${n % teams}`,
    monthlyLimit: '2500.75',
  }),
};

const PREFIXES: Readonly<Record<Shared, string>> = {
  APIKey: 'key',
  RoutingPolicy: 'policy',
  Team: 'team',
  PromptVersion: 'version',
  Model: 'model',
  PromptTemplate: 'prompt',
  Budget: 'budget',
};

type Counts = Readonly<Record<Shared, number>> & { readonly organizations: number };

/** How many objects of each kind a platform with so many objects has. */
export function countsOf(objects: number): Counts {
  const of = (kind: Shared): number => Math.floor((objects * SHARES[kind]) / 100);
  const counts = Object.fromEntries(Object.keys(SHARES).map((kind) => [kind, of(kind as Shared)]));
  const shared = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { ...(counts as Record<Shared, number>), organizations: objects - shared - 1 };
}

/** The object of a kind with this number. */
export const draftOf = (kind: Shared, n: number, counts: Counts): Draft => [
  kind,
  `${PREFIXES[kind]}-${n}`,
  SPECS[kind](n, counts),
];

/** So many objects as a platform has them: mostly keys, with the teams, organizations, models, policies and prompts around them. */
export function* drafts(objects: number): Generator<Draft> {
  const counts = countsOf(objects);
  yield ['Provider', 'scale-provider', { type: 'simulated' }];
  for (let n = 0; n < counts.organizations; n += 1) {
    yield ['Organization', `org-${n}`, { displayName: `Organization ${n}` }];
  }
  const order: readonly Shared[] = [
    'Team',
    'Model',
    'PromptTemplate',
    'PromptVersion',
    'RoutingPolicy',
    'Budget',
    'APIKey',
  ];
  for (const kind of order) {
    for (let n = 0; n < counts[kind]; n += 1) yield draftOf(kind, n, counts);
  }
}

/** Kinds that a change is made to, as often as people change them. */
const CHANGED: readonly Shared[] = ['APIKey', 'APIKey', 'APIKey', 'RoutingPolicy', 'Team', 'Model'];

/** The `n`th change: an object as it is to be from then on, told apart by its `displayName`. */
export function changeOf(n: number, objects: number): Draft {
  const counts = countsOf(objects);
  const kind = CHANGED[n % CHANGED.length] ?? 'APIKey';
  // A prime, so that changes come to all corners of the namespace.
  const [, name, spec] = draftOf(kind, (n * 7919) % counts[kind], counts);
  return [kind, name, { ...spec, displayName: `Change ${n}` }];
}
