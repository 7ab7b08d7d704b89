import type { Expression } from '@aicp/contracts/conditions/ast';
import { evaluate } from '@aicp/contracts/conditions/evaluate';
import { parseCondition } from '@aicp/contracts/conditions/parse';
import type { RulePolicy } from '@aicp/contracts/snapshot/sections/policies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRuntime, principal, factsFor } from '../testing/request-facts.ts';
import { model, rule, simulated, group } from '../testing/fragments.ts';
import {
  RequestAttributes,
  type AttributeSource,
  type RequestFacts,
} from '@aicp/contracts/routing/request/request-attributes';
import type { JointRules } from '@aicp/contracts/routing/policies/scope-rules';
import { PolicyIndex } from '@aicp/contracts/routing/policies/policy-index';
import type { Ranked } from '@aicp/contracts/routing/policies/precedence';

describe('policy index', () => {
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
      'candidate.tier == a',
      'candidate.tier in [b, c]',
      'candidate.provider.startsWith(a)',
      'candidate.error_rate > 0.5',
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
      resolution: fc.constantFrom(...models),
      stream: fc.boolean(),
      tools: fc.boolean(),
      promptCharacters: fc.nat(200),
    })
    .map(({ team, user, x, department, h, ...rest }): RequestFacts =>
      factsFor(rest.resolution, {
        ...rest,
        principal: principal({ team, metadata: present({ department }) as Record<string, string> }),
        user,
        metadata: [present({ x })],
        headers: present({ h }),
      }),
    );

  /** Whether a condition holds where tests on candidates are taken to hold, or not to, as it needs them. */
  function isOpen(expression: Expression, attributes: AttributeSource, needs = true): boolean {
    if (expression.op === 'not') return !isOpen(expression.term, attributes, !needs);
    if ('terms' in expression) {
      const held = expression.terms.map((term) => isOpen(term, attributes, needs));
      return expression.op === 'and' ? held.every(Boolean) : held.some(Boolean);
    }
    const isOfCandidate = expression.attribute.name.startsWith('candidate.');
    return isOfCandidate ? needs : evaluate(expression, attributes.get);
  }

  /** What the pages say, read without any index. */
  function reference(all: readonly RulePolicy[], attributes: AttributeSource) {
    const matching = all
      .toSorted(
        (a, b) =>
          b.priority - a.priority ||
          Date.parse(a.created) - Date.parse(b.created) ||
          (a.id < b.id ? -1 : 1),
      )
      .filter((one) => !one.condition || isOpen(parseCondition(one.condition), attributes));
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

  function summed(rules: readonly JointRules[]) {
    return {
      decider: first(rules.map(({ deciders }) => deciders[0])),
      denied: models.map((one) =>
        first(
          rules.flatMap((joint) => [
            joint.deniesAll,
            one.kind === 'model' ? joint.denied.find(one, undefined) : undefined,
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
      const all = same.map((text, index) =>
        rule(`p${index}`, 'prefer', ['m0'], { condition: text }),
      );
      const index = new PolicyIndex(all, catalog, parseCondition);
      const matched = index.match(
        new RequestAttributes(
          factsFor(models[0]!, { principal: principal({ team: 'a', user: 'b' }) }),
        ),
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
        factsFor(models[0]!, { principal: principal({ team: 'team-77', user: 'u1' }) }),
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
});

describe('request attributes', () => {
  const { catalog } = buildRuntime({
    providers: [simulated('sim'), simulated('other')],
    models: [
      model('a', 'sim', { tier: 'premium', aliases: ['x'] }),
      model('b', 'sim', { tier: 'premium' }),
      model('c', 'other', { tier: 'free' }),
    ],
    policies: [
      group('alike', { a: 1, b: 1 }),
      group('mixed', { a: 1, c: 1 }),
      group('empty', { z: 1 }),
    ],
  });
  const served = (name: string) => catalog.everything(name)[0]!;

  it('the model is the requested one, aliases resolved; a group is itself', () => {
    expect(new RequestAttributes(factsFor(served('x'))).get('model')).toBe('a');
    expect(new RequestAttributes(factsFor(served('mixed'))).get('model')).toBe('mixed');
  });

  it('a group has a tier and a provider where all its members have the same', () => {
    const of = (name: string) => {
      const attributes = new RequestAttributes(factsFor(served(name)));
      return [attributes.get('tier'), attributes.get('provider')];
    };
    expect(of('a')).toEqual(['premium', 'sim']);
    expect(of('alike')).toEqual(['premium', 'sim']);
    expect(of('mixed')).toEqual([undefined, undefined]);
    expect(of('empty')).toEqual([undefined, undefined]);
  });

  it('metadata is the key’s, then the body’s, then the header’s, as text', () => {
    const attributes = new RequestAttributes(
      factsFor(served('a'), {
        principal: principal({ metadata: { team: 'key' } }),
        metadata: [
          { team: 'body', n: 7, flag: true, deep: {} },
          { team: 'header', n: 8, deep: 'd', only: 'h' },
        ],
      }),
    );
    const values = ['team', 'n', 'flag', 'deep', 'only', 'gone'].map((key) =>
      attributes.get(`metadata.${key}`),
    );
    expect(values).toEqual(['key', '7', 'true', 'd', 'h', undefined]);
  });

  it('what objects inherit is no attribute', () => {
    const attributes = new RequestAttributes(factsFor(served('a'), { metadata: [{}] }));
    for (const name of [
      'metadata.constructor',
      'header.toString',
      'constructor',
      'metadata.__proto__',
    ]) {
      expect(attributes.get(name)).toBeUndefined();
    }
  });

  it('the user is the key’s, else the request’s', () => {
    const facts = factsFor(served('a'), { user: 'request' });
    expect(new RequestAttributes(facts).get('user')).toBe('request');
    const own = { ...facts, principal: principal({ user: 'key' }) };
    expect(new RequestAttributes(own).get('user')).toBe('key');
  });

  it('names lists all that it may be asked for', () => {
    const attributes = new RequestAttributes(
      factsFor(served('a'), {
        metadata: [{ m: '1' }, { m: '2', n: '3' }],
        headers: { 'x-h': 'v' },
      }),
    );
    const names = attributes.names();
    expect(names).toEqual(expect.arrayContaining(['team', 'hour', 'metadata.m', 'header.x-h']));
    expect(new Set(names).size).toBe(names.length);
  });
});
