import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entry, usd } from '../testing/spend-reports.ts';
import { budgetTerms } from './budget-terms.ts';
import { judgeBudget } from './judge-budget.ts';
import { dollars, figuresOf, percentOf } from './figures/spend-figures.ts';

const AT = '2026-01-01T00:00:00.000Z';
const terms = (spec: object = {}) => budgetTerms({ monthlyLimit: 10, ...spec });
const exceeded = entry({ spent: usd(10.004), status: 'exceeded' });
const messages = (...given: Parameters<typeof judgeBudget>) =>
  judgeBudget(...given).map(({ message }) => message);

describe('the sentences on a budget', () => {
  it('say what is spent, what is reserved, and when the next window begins', () => {
    expect(messages(entry({ reserved: usd(0.5) }), terms(), true)[0]).toBe(
      '$1 of $10 is spent (10 %), and $0.50 is reserved for requests under way',
    );
    expect(messages(entry({ spent: usd(8), status: 'warning' }), terms(), true)).toEqual([
      '$8 of $10 is spent (80 %); it warns from 80 % on; the next window begins at 2026-02-01T00:00:00Z',
      '$8 of $10 is spent (80 %)',
    ]);
  });

  it.each([
    [
      {},
      true,
      'requests are refused with 429 insufficient_quota until 2026-02-01T00:00:00Z, or until the limit is raised',
    ],
    [
      { action: 'warn' },
      true,
      'requests pass, since its action is warn; the next window begins at 2026-02-01T00:00:00Z',
    ],
    [
      { action: 'downgrade', downgradeTo: 'cheap' },
      true,
      'requests are served by "cheap", or refused where that may not serve them, until 2026-02-01T00:00:00Z, or until the limit is raised',
    ],
    [
      {},
      false,
      'requests pass, since features.budgetEnforcement of the ControlPlane is off; the next window begins at 2026-02-01T00:00:00Z',
    ],
  ])('say what becomes of requests by %j', (spec, isBlocking, consequence) => {
    expect(messages(exceeded, terms(spec), isBlocking)[1]).toBe(
      `$10 of $10 is spent (100 %): ${consequence}`,
    );
  });

  it('say which requests are refused while something is left', () => {
    const spent = { spent: usd(9), reserved: usd(0.25), room: usd(0.75) };
    const [near, full] = judgeBudget(entry({ ...spent, status: 'exceeded' }), terms(), true);
    const share = '$9 of $10 is spent (90 %), and $0.25 is reserved for requests under way';
    expect(near).toMatchObject({ status: 'True', reason: 'NearLimit' });
    expect(full).toEqual({
      ...{ type: 'Exceeded', status: 'True', reason: 'NoRoom' },
      message: `${share}: requests that may cost more than the $0.75 that is left are refused with 429 insufficient_quota until 2026-02-01T00:00:00Z, or until the limit is raised`,
    });
    const served = terms({ action: 'downgrade', downgradeTo: 'cheap' });
    expect(messages(entry({ ...spent, status: 'exceeded' }), served, true)[1]).toContain(
      'requests that may cost more than the $0.75 that is left are served by "cheap", or refused',
    );
  });

  it.each(['ok', 'warning'] as const)('say of a budget that is %s what it refused', (status) => {
    const [, within] = judgeBudget(entry({ status, room: usd(9) }), terms(), true);
    expect(within).toEqual({
      ...{ type: 'Exceeded', status: 'False', reason: 'RequestsRefused' },
      message:
        '$1 of $10 is spent (10 %); requests that may cost more than the $9 that is left have been refused; the next window begins at 2026-02-01T00:00:00Z',
    });
  });

  it('name whose spend it is, of a budget of each one', () => {
    expect(messages(entry({ of: 'alice' }), terms(), true)[0]).toBe(
      '$1 of $10 is spent by "alice" (10 %)',
    );
  });
});

describe('the figures of a budget', () => {
  it('are exact, and leave nothing below 0', () => {
    const figures = figuresOf(entry({ spent: usd(9.5), reserved: usd(0.75) }), AT);
    expect(figures).toEqual({
      limitUsd: '10',
      spentUsd: '9.5',
      reservedUsd: '0.75',
      leftUsd: '0',
      usedPercent: '95',
      resetsAt: '2026-02-01T00:00:00Z',
      at: '2026-01-01T00:00:00Z',
    });
    expect(figuresOf(entry({ limit: null }), AT)).not.toHaveProperty('leftUsd');
  });

  it('say 100 % from the limit on, and not before', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 18n), fc.bigInt(0n, 10n ** 18n), (limit, spent) => {
        expect(Number(percentOf(spent, limit)) >= 100).toBe(spent >= limit);
      }),
    );
    expect(percentOf(0n, 0n)).toBe('100');
  });

  it('are shortened in sentences to cents, from a dollar on', () => {
    expect([1n, 500_000_000n, 1_999_999_999n, 12_000_000_000n].map(dollars)).toEqual([
      '$0.000000001',
      '$0.50',
      '$1.99',
      '$12',
    ]);
  });
});
