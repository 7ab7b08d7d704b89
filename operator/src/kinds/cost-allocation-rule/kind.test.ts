import { describe, expect, it } from 'vitest';
import { object } from '../../testing/builders.ts';
import { compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const there = [
  object('Organization', 'acme', {}),
  object('Team', 'ml', { organizationId: 'acme' }),
];

/** `age` in seconds after the first: the higher, the younger. */
const rule = (name: string, percent: number | string, spec: object = {}, age = 0) =>
  object(
    'CostAllocationRule',
    name,
    {
      organizationId: 'acme',
      teamId: 'ml',
      allocationType: 'cost_center',
      allocationTarget: `CC-${name}`,
      allocationPercent: percent,
      ...spec,
    },
    { age },
  );

const all = (...rules: ReturnType<typeof rule>[]) => compiled([...there, ...rules]);

describe('a cost allocation rule', () => {
  it('carries what a report needs of it', () => {
    const result = all(rule('one', '33.333333333', { metadata: { ledger: 'EU' } }));
    expect(verdictOn(result, 'one')).toMatchObject({ reason: 'Accepted', inEffect: 'current' });
    expect(fragments(result, 'cost_allocation_rules')[0]).toMatchObject({
      id: 'one',
      name: 'one',
      organization: 'acme',
      team: 'ml',
      type: 'cost_center',
      target: 'CC-one',
      percent: '33.333333333',
      metadata: { ledger: 'EU' },
    });
  });

  it('may take with others all that there is, to the last digit', () => {
    const result = all(
      rule('a', '33.333333333', {}, 1),
      rule('b', '33.333333333', {}, 2),
      rule('c', '33.333333334', {}, 3),
    );
    for (const name of ['a', 'b', 'c']) expect(verdictOn(result, name).reason).toBe('Accepted');
  });

  it('is in conflict with older ones beside which it takes more than all', () => {
    const result = all(
      rule('a', 60, {}, 1),
      rule('b', 30, {}, 2),
      rule('c', '10.000000001', {}, 3),
    );
    expect(verdictOn(result, 'b').reason).toBe('Accepted');
    const { reason, message, inEffect } = verdictOn(result, 'c');
    expect([reason, inEffect]).toEqual(['Conflicted', 'left_out']);
    expect(message).toBe(
      'with its 10.000000001 %, more than 100 % of the cost of team "ml" would be allocated, beside CostAllocationRule/a, CostAllocationRule/b, which are older: lower the percent of one of them, or delete one',
    );
    expect(fragments(result, 'cost_allocation_rules')).toHaveLength(2);
  });

  it('takes its share of one team, of everybody, and of an organization apart', () => {
    const result = all(
      rule('team', 100),
      rule('everybody', 100, { teamId: undefined }),
      rule('platform', 100, { organizationId: undefined, teamId: undefined }),
    );
    expect(fragments(result, 'cost_allocation_rules')).toHaveLength(3);
  });

  it('of a team that does not exist yet counts from the moment on at which it does', () => {
    const result = all(rule('early', 100, { teamId: 'later' }));
    expect(verdictOn(result, 'early').reason).toBe('ReferenceNotFound');
    expect(fragments(result, 'cost_allocation_rules')[0]).toMatchObject({ team: 'later' });
  });
});
