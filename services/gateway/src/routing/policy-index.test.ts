import { evaluate } from '@aicp/contracts/conditions/evaluate';
import { parseCondition } from '@aicp/contracts/conditions/parse';
import type { RulePolicy } from '@aicp/contracts/snapshot/fragments';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRuntime } from '../testing/build-runtime.ts';
import { model, rule, simulated } from '../testing/fragments.ts';
import { caller, factsFor } from '../testing/request-facts.ts';
import {
  RequestAttributes,
  type AttributeSource,
  type RequestFacts,
} from '@aicp/contracts/routing/request-attributes';
import type { Outcome } from '@aicp/contracts/routing/policies/outcome';
import { PolicyIndex } from '@aicp/contracts/routing/policies/policy-index';
import type { Ranked } from '@aicp/contracts/routing/policies/precedence';

const MODELS = ['m0', 'm1', 'm2'];
const { catalog } = buildRuntime({
  providers: [simulated('sim')],
  models: MODELS.map((id) => model(id, 'sim')),
});
const models = MODELS.map((id) => catalog.everything(id)[0]!);

const word = fc.constantFrom('a', 'b', 'ab', 'abc', '7');
const name = fc.constantFrom('team', 'user', 'model', 'department', 'metadata.x', 'header.h');
const test = fc.oneof(
  fc.tuple(name, fc.constantFrom('==', '!=', '<', '>='), word).map((parts) => parts.join(' ')),
  fc
    .tuple(name, fc.array(word, { minLength: 1, maxLength: 3 }))
    .map(([attribute, words]) => `${attribute} in [${words.join(', ')}]`),
  fc.tuple(name, word).map(([attribute, prefix]) => `${attribute}.startsWith(${prefix})`),
  name.map((attribute) => `has(${attribute})`),
  fc.constantFrom(
    'stream == true',
    'tools != true',
    'hour > 11',
    'input_tokens <= 25',
    'hour == 12',
  ),
);
const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    test,
    tie('condition').map((inner) => `!(${inner})`),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a} && ${b})`),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a} || ${b})`),
  ),
}));

const policy = fc
  .record({
    action: fc.constantFrom('permit', 'prefer', 'deny' as const),
    targets: fc.subarray(MODELS),
    condition: fc.option(condition, { nil: undefined }),
    priority: fc.integer({ min: -2, max: 2 }),
    created: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T01:00:00+02:00'),
    targetsMissing: fc.boolean(),
  })
  .map(
    ({ action, targets, targetsMissing, condition: text, ...rest }) =>
      (id: string) =>
        rule(id, action, targets, {
          ...rest,
          targetsMissing: targetsMissing && targets.length === 0,
          ...(text === undefined ? {} : { condition: text }),
        }),
  );
const policies = fc
  .array(policy, { maxLength: 40 })
  .map((made) => made.map((make, index) => make(`p${index}`)));

const optional = fc.option(word, { nil: undefined });
const present = (record: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
const facts = fc
  .record({
    team: optional,
    user: optional,
    x: optional,
    department: optional,
    h: optional,
    asked: fc.constantFrom(...models),
    stream: fc.boolean(),
    tools: fc.boolean(),
    promptCharacters: fc.nat(200),
  })
  .map(({ team, user, x, department, h, ...rest }): RequestFacts =>
    factsFor(rest.asked, {
      ...rest,
      caller: caller({ team, metadata: present({ department }) as Record<string, string> }),
      user,
      metadata: [present({ x })],
      headers: present({ h }),
    }),
  );

/** What the pages say, read without any index. */
function reference(all: readonly RulePolicy[], attributes: AttributeSource) {
  const matching = all
    .toSorted(
      (a, b) =>
        b.priority - a.priority ||
        Date.parse(a.created) - Date.parse(b.created) ||
        (a.id < b.id ? -1 : 1),
    )
    .filter((one) => !one.condition || evaluate(parseCondition(one.condition), attributes.get));
  const isVoid = (one: RulePolicy) => one.action === 'prefer' && one.targetsMissing;
  const denies = matching.filter((one) => one.action === 'deny' && !one.targetsMissing);
  return {
    decider: matching.find((one) => one.action !== 'deny' && !isVoid(one))?.id,
    denied: MODELS.map(
      (id) => denies.find((one) => one.targets.length === 0 || one.targets.includes(id))?.id,
    ),
  };
}

const first = (ranked: readonly (Ranked | undefined)[]) =>
  ranked.filter((one) => one !== undefined).toSorted((a, b) => a.rank - b.rank)[0]?.policy.id;

function summed(outcomes: readonly Outcome[]) {
  return {
    decider: first(outcomes.map((outcome) => outcome.decider)),
    denied: models.map((one) =>
      first(
        outcomes.flatMap((outcome) => [
          outcome.deniesAll,
          one.kind === 'model' ? outcome.denied.find(one, undefined) : undefined,
        ]),
      ),
    ),
  };
}

describe('the policy index', () => {
  it('agrees with reading every policy, for any policies and requests', () => {
    fc.assert(
      fc.property(policies, fc.array(facts, { minLength: 1, maxLength: 5 }), (all, requests) => {
        const index = new PolicyIndex(all, catalog, parseCondition);
        for (const request of requests) {
          const attributes = new RequestAttributes(request);
          const matched = index.match(attributes);
          expect(new Set(matched).size).toBe(matched.length);
          expect(summed(matched)).toEqual(reference(all, attributes));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('agrees with it too where policies read more attributes than are asked for one by one', () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      rule(`p${index}`, 'prefer', ['m0'], { condition: `k${index} == v`, priority: index }),
    );
    const index = new PolicyIndex(many, catalog, parseCondition);
    const request = (metadata: Record<string, string>) =>
      new RequestAttributes(factsFor(models[0]!, { metadata: [metadata] }));
    expect(summed(index.match(request({ k7: 'v', k9: 'v', k8: 'w' }))).decider).toBe('p9');
    expect(index.match(request({}))).toEqual([]);
  });

  it('evaluates conditions that say the same in other words once', () => {
    const same = [
      'team == a && user == b',
      'user==b && (team == "a")',
      '!(!(team == a)) && user == b',
    ];
    const all = same.map((text, index) => rule(`p${index}`, 'prefer', ['m0'], { condition: text }));
    const index = new PolicyIndex(all, catalog, parseCondition);
    const matched = index.match(
      new RequestAttributes(factsFor(models[0]!, { caller: caller({ team: 'a', user: 'b' }) })),
    );
    expect(matched).toHaveLength(1);
  });

  it('tries few of many', () => {
    let evaluated = 0;
    const all = Array.from({ length: 5000 }, (_, index) =>
      rule(`p${index}`, 'prefer', ['m0'], {
        condition: `model == m0 && team == team-${index} && user.startsWith(u)`,
      }),
    );
    const index = new PolicyIndex(all, catalog, parseCondition);
    const attributes = new RequestAttributes(
      factsFor(models[0]!, { caller: caller({ team: 'team-77', user: 'u1' }) }),
    );
    const counting = {
      names: () => attributes.names(),
      get: (attribute: string) => {
        evaluated += 1;
        return attributes.get(attribute);
      },
    };
    expect(summed(index.match(counting)).decider).toBe('p77');
    expect(evaluated).toBeLessThan(10);
  });
});
