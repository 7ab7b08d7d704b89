import { describe, expect, it } from 'vitest';
import { model, object, policy, provider } from '../../testing/builders.ts';
import { compiled, verdictOn } from '../../testing/compiled.ts';

describe('remarks', () => {
  const base = [
    provider('sim'),
    model('a'),
    model('b'),
    model('c'),
    object('Organization', 'acme', {}),
    policy('g', { policyType: 'model_group', config: { alias: 'best', models: ['a', 'b'] } }),
  ];
  const said = (name: string, ...policies: Parameters<typeof compiled>[0]) => {
    const { reason, message } = verdictOn(compiled([...base, ...policies]), name);
    return reason === 'Accepted' ? message : reason;
  };
  const WELL = 'valid, and everything it refers to exists';
  const acme = { organizationId: 'acme' };

  describe('of strategies of one owner and the same groups', () => {
    const strategy = (name: string, priority: number, spec: object = {}, config: object = {}) =>
      policy(name, {
        policyType: 'routing_strategy',
        priority,
        config: { strategy: 'least-busy', ...config },
        ...spec,
      });

    it('all but the first say which one counts', () => {
      const both = [strategy('low', 1), strategy('high', 2)];
      expect(said('low', ...both)).toBe(
        'overridden: RoutingPolicy "high" orders the same groups, and is read first',
      );
      expect(said('high', ...both)).toBe(WELL);
    });

    it('one for every group overrides none for a single one, nor one of another owner', () => {
      const high = strategy('high', 2);
      expect(said('low', high, strategy('low', 1, {}, { alias: 'best' }))).toBe(WELL);
      expect(said('low', high, strategy('low', 1, acme))).toBe(WELL);
    });

    it('an organization is told that the platform orders its own group, and not by which policy', () => {
      const theirs = strategy('theirs', 1, acme, { alias: 'best' });
      expect(said('theirs', theirs, strategy('secret', 0))).toBe(
        'overridden: the platform orders the members of its group "best" itself',
      );
      expect(said('theirs', theirs)).toBe(WELL);
    });
  });

  it('say of fallbacks that another policy has all of them', () => {
    const fallback = (name: string, priority: number, fallbacks: string[], spec: object = {}) =>
      policy(name, {
        policyType: 'fallback',
        priority,
        config: { model: 'a', fallbacks },
        ...spec,
      });
    const high = fallback('high', 2, ['b', 'c']);
    expect(said('low', high, fallback('low', 1, ['c']))).toBe(
      'overridden: RoutingPolicy "high" has all of its fallbacks of "a", and is read first',
    );
    expect(said('low', fallback('high', 2, ['b']), fallback('low', 1, ['c']))).toBe(WELL);
    expect(said('low', high, fallback('low', 1, ['c'], acme))).toBe(WELL);
  });

  describe('of rules', () => {
    const rule = (name: string, priority: number, condition: string, spec: object = {}) =>
      policy(name, { priority, condition, targetModels: ['a'], ...spec });
    const prefer = { action: 'prefer' };
    const behind = (name: string) =>
      `never reached: RoutingPolicy "${name}" decides every request that it could match`;

    it('a permit that asks only what candidates are like decides every request', () => {
      const permit = rule('high', 2, 'candidate.tier == free');
      expect(said('low', permit, rule('low', 1, 'team == x'))).toBe(behind('high'));
      const narrow = rule('high', 2, 'candidate.tier == free && team == y');
      expect(said('low', narrow, rule('low', 1, 'team == x'))).toBe(WELL);
    });

    it('a prefer that asks it may be for none of them', () => {
      const condition = 'candidate.tier == free';
      const high = rule('high', 2, condition, prefer);
      expect(said('low', high, rule('low', 1, condition, prefer))).toBe(WELL);
      expect(said('low', rule('high', 2, ' team == x', prefer), rule('low', 1, 'team==x'))).toBe(
        behind('high'),
      );
    });

    it.each([
      ['team == a && team == b', true],
      ['team == a && team in [a, b]', false],
      ['team.startsWith(x-) && team in [y-1, z]', true],
      ['team.startsWith(x-) && team != x-1', false],
      ['!(team == a) && !(team != a)', true],
      ['has(team) && !has(team)', true],
      ['hour > 22 && hour < 6', true],
      ['hour > 23', true],
      ['hour > 22 || hour < 6', false],
      ['candidate.error_rate > 1', true],
      ['candidate.p95_ms > 500 && candidate.p95_ms < 501', false],
      ['candidate.tier == a && candidate.tier == b', true],
      ['team > 5 && team < 4', false],
    ])('%s rules itself out: %s', (condition, isVoid) => {
      const message = said('p', rule('p', 1, condition, { action: 'deny' }));
      expect(message).toBe(
        isVoid ? 'never holds: the tests of its condition rule each other out' : WELL,
      );
    });

    it('a permit that no candidate meets permits none', () => {
      expect(said('p', rule('p', 1, 'candidate.error_rate > 1'))).toContain(
        'so it permits no model',
      );
    });
  });
});
