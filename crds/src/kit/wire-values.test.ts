import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { abtest } from '../abtest.ts';
import { eventSubscription } from '../event-subscription.ts';
import { kinds } from '../kinds.ts';
import { model } from '../model.ts';
import { organization } from '../organization.ts';
import { provider } from '../provider.ts';
import { routingPolicy } from '../routing-policy.ts';
import { mergePatch } from './merge-patch.ts';
import { validSpec } from './testing/valid-spec.ts';
import {
  fromWireDecimal,
  keepExactNumbers,
  sameDecimal,
  sortableDecimal,
  toWireDecimal,
  type JsonObject,
  specToWire,
  wireToPatch,
} from './wire-values.ts';
import { wireName } from './wire-name.ts';
import { wireMessage, wirePath, wirePathOf } from './wire-path.ts';

/** As a client gets it and sends it back. */
const sent = (wire: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(wire), keepExactNumbers) as JsonObject;

describe.each(kinds.map((kind) => [kind.kind, kind] as const))('%s on the wire', (_name, kind) => {
  // Of two forms of the same, which have one name on the wire, a spec has one.
  const specs = (validSpec(kind.structural.spec) as fc.Arbitrary<JsonObject>).map(
    (spec): JsonObject => {
      const byName = new Map(Object.keys(spec).map((field) => [wireName(kind, field), field]));
      return Object.fromEntries([...byName.values()].map((field) => [field, spec[field]]));
    },
  );

  it('comes back as it went: what was answered, sent again, changes nothing', () => {
    fc.assert(
      fc.property(specs, (spec) => {
        const { patch, errors } = wireToPatch(kind, sent(specToWire(kind, spec)));
        expect(errors).toEqual([]);
        expect(mergePatch(kind.structural.spec, spec, patch)).toEqual(spec);
      }),
      { numRuns: 50 },
    );
  });

  it('says the same when it is written anew', () => {
    fc.assert(
      fc.property(specs, (spec) => {
        const wire = specToWire(kind, spec);
        const { patch } = wireToPatch(kind, sent(wire));
        expect(specToWire(kind, mergePatch(kind.structural.spec, {}, patch))).toEqual(wire);
      }),
      { numRuns: 50 },
    );
  });

  it('has names of lower-case words alone', () => {
    fc.assert(
      fc.property(specs, (spec) => {
        for (const name of Object.keys(specToWire(kind, spec)))
          expect(name).toMatch(/^[a-z0-9_]+$/);
      }),
      { numRuns: 20 },
    );
  });
});

describe('a body', () => {
  it('is read into the words of the spec, at every depth', () => {
    const body = {
      name: 'research first',
      target_models: ['gpt-4o'],
      config: { target_models: ['a'], weights: [1] },
    };
    expect(wireToPatch(routingPolicy, body).patch).toEqual({
      displayName: 'research first',
      targetModels: ['gpt-4o'],
      config: { targetModels: ['a'], weights: [1] },
    });
  });

  it('has one name for a number and an object that say the same, each of which takes the place of the other', () => {
    const asObject = { promotion_threshold: { cost_efficiency: 0.2, latency_increase_pct: 150 } };
    const stored = { promotionThresholds: { costEfficiency: '0.2', latencyIncreasePct: 150 } };
    expect(wireToPatch(abtest, asObject)).toMatchObject({
      patch: { ...stored, promotionThreshold: null },
      errors: [],
    });
    expect(specToWire(abtest, stored)).toEqual(asObject);
    expect(wireToPatch(abtest, { promotion_threshold: 0.1 }).patch).toEqual({
      promotionThreshold: '0.1',
      promotionThresholds: null,
    });
    expect(wireToPatch(abtest, { promotion_threshold: null }).patch).toEqual({
      promotionThreshold: null,
      promotionThresholds: null,
    });
    expect(wireToPatch(abtest, { promotion_threshold: { wrong: 1 } }).errors[0]?.path).toBe(
      'promotion_threshold.wrong',
    );
  });

  it('keeps the keys of maps, and names the fields there are where one is unknown', () => {
    const { patch, errors } = wireToPatch(provider, { headers: { 'X-Team': 'a' }, baseurl: 'x' });
    expect(patch).toEqual({ headers: { 'X-Team': 'a' } });
    expect(errors).toEqual([
      { path: 'baseurl', message: expect.stringContaining('base_url') as string },
    ]);
    const nested = wireToPatch(organization, { sso: { role_mapping: [{ claims: 'groups' }] } });
    expect(nested.errors[0]?.path).toBe('sso.role_mapping.0.claims');
  });

  it('may hold a secret instead of a reference, and no answer ever does', () => {
    const read = wireToPatch(provider, { type: 'openai', api_key: 'sk-1', secret_set: true });
    expect(read.secrets).toEqual([{ path: ['secretRef'], value: 'sk-1' }]);
    expect(read.patch).toEqual({ type: 'openai' });
    expect(read.errors).toEqual([]);
    const slack = wireToPatch(eventSubscription, { config: { webhook_url: 'https://hooks.test' } });
    expect(slack.secrets).toEqual([
      { path: ['config', 'webhookUrlRef'], value: 'https://hooks.test' },
    ]);
    expect(wireToPatch(provider, { api_key: 5 }).errors).toEqual([
      { path: 'api_key', message: 'must be a text that is not empty' },
    ]);
  });

  it('is answered with whether a secret is set', () => {
    expect(specToWire(provider, { type: 'openai' })).toEqual({ type: 'openai', secret_set: false });
    const secretRef = { name: 'openai', key: 'api-key' };
    expect(specToWire(provider, { secretRef })).toEqual({
      secret_ref: secretRef,
      secret_set: true,
    });
  });
});

describe('a partial write', () => {
  const schema = organization.structural.spec;
  const current = {
    displayName: 'Acme',
    maxBudget: '1.50',
    metadata: { a: '1', b: '2' },
    sso: { issuer: 'https://idp.test', clientId: 'aicp', enabled: true },
  };

  it('leaves what was not sent, and removes what is null', () => {
    expect(mergePatch(schema, current, { displayName: null })).toEqual({
      maxBudget: '1.50',
      metadata: { a: '1', b: '2' },
      sso: { issuer: 'https://idp.test', clientId: 'aicp', enabled: true },
    });
  });
  it('merges objects of named fields, and replaces maps', () => {
    const merged = mergePatch(schema, current, { metadata: { c: '3' }, sso: { enabled: false } });
    expect(merged).toMatchObject({
      metadata: { c: '3' },
      sso: { issuer: 'https://idp.test', clientId: 'aicp', enabled: false },
    });
    expect(merged['metadata']).toEqual({ c: '3' });
  });
  it('merges maps key by key where what is not named is to stay', () => {
    const patch = { metadata: { a: null, c: '3' }, sso: { enabled: false } };
    expect(mergePatch(schema, current, patch, 'stay')).toEqual({
      ...current,
      metadata: { b: '2', c: '3' },
      sso: { ...current.sso, enabled: false },
    });
    expect(mergePatch(schema, {}, { metadata: { a: null } }, 'stay')).toEqual({ metadata: {} });
  });
  it('of free-form values is what RFC 7396 says of any, whatever their keys', () => {
    const keys = fc.constantFrom('a', 'b', '__proto__', 'constructor');
    const leaf = fc.constantFrom<unknown>(null, 0, 'text', [], [null]);
    const inside = fc.dictionary(keys, fc.oneof(leaf, fc.dictionary(keys, leaf)));
    const json = fc.dictionary(keys, fc.oneof(leaf, inside));
    fc.assert(
      fc.property(json, json, (target, patch) => {
        expect(mergePatch({}, target, patch, 'stay')).toEqual(byTheBook(target, patch));
      }),
    );
  });
  it('leaves a decimal of the same amount as its author wrote it', () => {
    expect(mergePatch(schema, current, { maxBudget: '1.5' })).toMatchObject({ maxBudget: '1.50' });
    expect(mergePatch(schema, current, { maxBudget: 2 })).toMatchObject({ maxBudget: 2 });
  });
});

/** RFC 7396, section 2, to the letter. */
function byTheBook(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const isObject = typeof target === 'object' && target !== null && !Array.isArray(target);
  const out = new Map<string, unknown>(isObject ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) out.delete(name);
    else out.set(name, byTheBook(out.get(name), value));
  }
  return Object.fromEntries(out);
}

describe('what is wrong', () => {
  it.each([
    [routingPolicy, ['config', 'targetModels', 0], 'config.target_models.0'],
    [routingPolicy, ['displayName'], 'name'],
    [model, ['modelId'], 'id'],
    [provider, ['headers', 'X-A'], 'headers.X-A'],
    [organization, ['sso', 'roleMapping', 3, 'teamId'], 'sso.role_mapping.3.team_id'],
    [provider, [], ''],
  ])('is pointed at in the words of the wire', (kind, path, expected) => {
    expect(wirePath(kind, path)).toBe(expected);
  });
  it('is translated from how the API server says it', () => {
    expect(wirePathOf(routingPolicy, 'spec.config.targetModels[0]')).toBe('config.target_models.0');
    expect(wirePathOf(routingPolicy, 'metadata.name')).toBe('metadata.name');
  });
  it('is told with names that the caller knows', () => {
    const told = wireMessage(provider, 'baseUrl is required when type is openai_compatible');
    expect(told).toBe('base_url is required when type is openai_compatible');
    expect(wireMessage(model, 'aliases must not repeat modelId')).toBe(
      'aliases must not repeat id',
    );
  });
});

/** An amount of so many thousand-millionths, as people write it. */
const written = (nano: bigint): string => {
  const digits = nano.toString().padStart(10, '0');
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`;
};
const amounts = fc.bigInt(0n, 10n ** 18n);
const overTheWire = (value: unknown): unknown =>
  fromWireDecimal(JSON.parse(JSON.stringify(toWireDecimal(value as string)), keepExactNumbers));

describe('a decimal on the wire', () => {
  it('is a JSON number that keeps every digit there and back', () => {
    fc.assert(
      fc.property(amounts, (nano) => {
        const text = JSON.stringify(toWireDecimal(written(nano)));
        expect(text).toMatch(/^\d+(\.\d+)?$|^\d(\.\d+)?e-\d+$/);
        expect(sameDecimal(overTheWire(written(nano)) as string, written(nano))).toBe(true);
      }),
    );
  });

  it.each([
    [500, '500'],
    ['0.10', '0.1'],
    ['5', '5'],
    ['999999999.999999999', '999999999.999999999'],
  ])('of %j is written %s', (value, text) => {
    expect(JSON.stringify(toWireDecimal(value))).toBe(text);
  });

  it.each([
    [1, 1],
    [0.1, '0.1'],
    [1e-7, '0.0000001'],
    [2.5e-8, '0.000000025'],
    ['0.25', '0.25'],
    [-0.5, '-0.5'],
    [1e21, 1e21],
    [true, true],
    [null, null],
  ])('%j becomes %j in a spec', (wire, spec) => {
    expect(fromWireDecimal(wire)).toBe(spec);
  });

  it('is the same amount however it is written', () => {
    expect(sameDecimal('1.50', 1.5)).toBe(true);
    expect(sameDecimal('0001', 1)).toBe(true);
    expect(sameDecimal('1.0', '1')).toBe(true);
    expect(sameDecimal('1.01', '1.1')).toBe(false);
  });

  it('is ordered by its amount, to the last digit', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const [one, other] = [sortableDecimal(written(a)), sortableDecimal(written(b))];
        expect(Number(one > other) - Number(one < other)).toBe(Number(a > b) - Number(a < b));
      }),
    );
  });

  it('keeps as text only what a double would change', () => {
    const parse = (text: string): unknown => JSON.parse(text, keepExactNumbers);
    expect(parse('[0.1, 1.10, 3, -2, 1e3, "x"]')).toEqual([0.1, 1.1, 3, -2, 1000, 'x']);
    expect(parse('{"a": 123456789.123456789}')).toEqual({ a: '123456789.123456789' });
  });
});
