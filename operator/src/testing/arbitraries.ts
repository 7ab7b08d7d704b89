import fc from 'fast-check';
import type { SourceObject } from '../kinds/kit/source-object.ts';
import { object } from './builders.ts';

const KINDS = [
  'Provider',
  'Model',
  'RoutingPolicy',
  'APIKey',
  'ControlPlane',
  'Organization',
  'Team',
  'BusinessUnit',
  'ModelDeprecation',
  'License',
  'PromptVersion',
  'Budget',
] as const;

const names = ['a', 'b', 'c', 'sim', 'fast'];
const name = fc.constantFrom(...names);
const organization = fc.option(fc.constantFrom('acme', 'umbrella'), { nil: undefined });
const condition = fc.constantFrom(
  'team == a',
  'team in [a]',
  'stream == true && team != b',
  'department == legal',
  'budget_remaining_usd < 5',
  'team ==',
);
const models = fc.array(name, { maxLength: 3 });

function optional<T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<object> {
  return fc
    .record(fields, { requiredKeys: [] })
    .map((value) => JSON.parse(JSON.stringify(value)) as object);
}

const merged = (...parts: fc.Arbitrary<object>[]): fc.Arbitrary<object> =>
  fc.tuple(...parts).map((values) => Object.assign({}, ...values) as object);

const members = fc.constantFrom([{ userId: 'ada' }], [{ userId: 'ada', role: 'viewer' }]);
const reference = fc.record({ name, key: fc.constantFrom('k', 'other') });
const rule = optional({ condition, targetModels: models });

/** Specs that a person might write: most of them valid, few names, so that they meet. */
const specs: Record<(typeof KINDS)[number], fc.Arbitrary<object>> = {
  Provider: merged(
    fc.record({ type: fc.constantFrom('simulated', 'openai', 'anthropic', 'openai_compatible') }),
    optional({
      baseUrl: fc.constantFrom('https://x.example/v1/', 'http://['),
      secretRef: reference,
      organizationId: organization,
      isActive: fc.boolean(),
    }),
  ),
  Model: merged(
    fc.record({ modelId: name, provider: name }),
    optional({
      aliases: models,
      fallbacks: models,
      organizationId: organization,
      isActive: fc.boolean(),
      inputPricePerMillion: fc.constantFrom<number | string>(3, '0.15', '-1'),
    }),
  ),
  RoutingPolicy: fc.oneof(
    merged(
      fc.record({ action: fc.constantFrom('permit', 'deny', 'prefer') }),
      rule,
      optional({ priority: fc.integer({ min: 0, max: 2 }), organizationId: organization }),
    ),
    fc.record({
      policyType: fc.constantFrom('fallback', 'model_group', 'routing_strategy', 'conditional'),
      config: merged(
        rule,
        optional({
          model: name,
          fallbacks: models,
          alias: name,
          models,
          strategy: fc.constantFrom('least-busy'),
          action: fc.constantFrom('permit', 'deny'),
        }),
      ),
    }),
  ),
  APIKey: merged(
    fc.record({ keyHash: fc.constantFrom('a'.repeat(64), 'b'.repeat(64), 'short') }),
    optional({
      role: fc.constantFrom('admin', 'member'),
      blocked: fc.boolean(),
      teamId: name,
      organizationId: organization,
      businessUnitId: name,
    }),
  ),
  ControlPlane: optional({ timeZone: fc.constantFrom('UTC', 'Mars/Phobos'), defaultModel: name }),
  Organization: optional({
    allowedModels: models,
    members,
    sso: merged(
      fc.record({ issuer: fc.constantFrom('https://x.example', 'https://['), clientId: name }),
      optional({ clientSecretRef: reference }),
    ),
  }),
  Team: optional({
    allowedModels: models,
    members,
    organizationId: organization,
    businessUnitId: name,
  }),
  BusinessUnit: fc.record({ organizationId: fc.constantFrom('acme', 'umbrella') }),
  ModelDeprecation: merged(
    fc.record({ modelName: name }),
    optional({ replacementModel: name, organizationId: organization, autoReroute: fc.boolean() }),
    optional({
      deprecationDate: fc.constantFrom('2026-06-01', '2026-02-31'),
      sunsetDate: fc.constantFrom('2026-05-01', '2027-01-01T00:00:00Z'),
    }),
  ),
  License: fc.record({ tokenSecretRef: reference }),
  PromptVersion: fc.record({
    prompt: name,
    version: fc.integer({ min: 1, max: 2 }),
    templateText: fc.constant('x'),
    approvedBy: name,
    approvedAt: fc.constant('2026-01-01T00:00:00Z'),
  }),
  Budget: fc.record({
    entityType: fc.constantFrom('organization', 'team', 'key', 'model', 'user'),
    entityId: name,
    monthlyLimit: fc.constant(5),
  }),
};

/** An object with a spec that a person might write. */
export const plausible: fc.Arbitrary<SourceObject> = fc
  .tuple(fc.constantFrom(...KINDS), name, fc.nat(4), fc.integer({ min: 1, max: 3 }))
  .chain(([kind, id, age, generation]) =>
    specs[kind].map((spec) => object(kind, id, spec, { age, generation })),
  );

/** An object with any JSON for a spec, as a broken API server might store it. */
export const wild: fc.Arbitrary<SourceObject> = fc
  .tuple(fc.constantFrom(...KINDS, 'Nonsense'), fc.uuid(), fc.jsonValue(), fc.nat(4))
  .map(([kind, id, spec, age]) => object(kind, `wild-${id}`, spec, { age }));

/** Objects as an API server holds them: at most one of each kind and name. */
export const objectsOf = (one: fc.Arbitrary<SourceObject>, maxLength = 25) =>
  fc.uniqueArray(one, { maxLength, selector: ({ kind, name: id }) => `${kind}/${id}` });
