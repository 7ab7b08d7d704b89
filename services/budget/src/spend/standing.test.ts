import { Periods } from '@aicp/contracts/budgets/periods';
import type { BudgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import { describe, expect, it } from 'vitest';
import { LimitBook } from '../snapshot/limit-book.ts';
import { limitOfBudget } from '../snapshot/money-limit.ts';
import { budgetOf } from '../testing/builders.ts';
import { heldName, SpendFigures, type Held } from './spend-figures.ts';
import { windowsAt } from './spend-reader.ts';
import { subjectName } from '@aicp/contracts/spend/spend-subject';
import { subjectsOfTag } from '@aicp/contracts/spend/spend-subjects';
import { subjectsOf } from './spend-subjects.ts';
import { SpendSums } from './spend-sums.ts';
import { standingOf, standingsOfEach } from './standing.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const USD = 1_000_000_000n;
const spender = { organization: 'acme', businessUnit: '', team: 'ml', user: 'bob', key: 'a' };
const model = { model: 'mini', platformModel: 'gpt', payer: 'platform' } as const;

const ml = { scope: 'team', organization: 'acme', value: 'ml' } as const;

function figures(said: Partial<Held> = {}): SpendFigures {
  const open = new SpendSums();
  const add = (usd: bigint, more: object): void => {
    const subjects = subjectsOf({ ...spender, ...model, ...more });
    for (const subject of subjects) open.add(subject, ['1h', '1d', '7d', 'month'], usd * USD);
  };
  add(3n, {});
  add(2n, { team: 'web', key: 'b', model: 'gpt' });
  add(4n, { organization: 'beta', team: 'ops', key: 'c', model: 'gpt' });
  add(1n, { organization: '', team: '', user: 'bob', key: 'root', model: 'gpt' });
  for (const subject of subjectsOfTag('acme', 'p=1')) open.add(subject, ['month'], 3n * USD);
  const periods = windowsAt(new Periods('UTC'), NOW);
  const held = new Map([
    [heldName(subjectName(ml), periods.month), { reserved: 0n, refusedAt: undefined, ...said }],
  ]);
  return new SpendFigures({ atMs: NOW, periods, settled: new SpendSums(), open, held });
}

interface Moment {
  readonly nowMs?: number;
  readonly said?: Partial<Held>;
  readonly isEnforced?: boolean;
}

const standing = (usd: number, more: Partial<BudgetFragment> = {}, moment: Moment = {}) => {
  const { nowMs = NOW, said, isEnforced = true } = moment;
  const limit = limitOfBudget(budgetOf('b', usd, more));
  const book = new LimitBook([limit], []);
  return standingOf(limit, { figures: figures(said), book, nowMs, isEnforced });
};

describe('how a limit stands', () => {
  it.each([
    ['all requests', { scope: 'global', value: undefined }, 10n],
    ['those of an organization', { scope: 'global', value: undefined, organization: 'acme' }, 5n],
    ['an organization', { scope: 'organization', value: 'beta' }, 4n],
    ['a team, within its organization', { scope: 'team', value: 'ml' }, 3n],
    ['a person in an organization', { scope: 'user', value: 'bob', organization: 'acme' }, 5n],
    [
      'a person, in the organization where they spent the most',
      { scope: 'user', value: 'bob' },
      5n,
    ],
    ['a key', { scope: 'key', value: 'root' }, 1n],
    ['a model of the platform, whoever calls it what', { scope: 'model', value: 'gpt' }, 10n],
    [
      'a model by the name of an organization',
      { scope: 'model', value: 'mini', organization: 'acme' },
      3n,
    ],
    ['a tag', { scope: 'tag', value: 'p=1' }, 3n],
    ['a tag of another organization', { scope: 'tag', value: 'p=1', organization: 'beta' }, 0n],
  ] as const)('counts for %s', (_, more, usd) => {
    expect(standing(100, more).spent).toBe(usd * USD);
  });

  it('is for each one by itself that of who spent the most', () => {
    const each = { scope: 'team', value: undefined } as const;
    expect(standing(100, each)).toMatchObject({ spent: 4n * USD, subject: { value: 'ops' } });
    const limit = limitOfBudget(budgetOf('b', 3, each));
    const book = new LimitBook([limit], []);
    const measure = { figures: figures(), book, nowMs: NOW, isEnforced: true };
    const all = standingsOfEach(limit, measure);
    expect(all.map(({ subject, status }) => [subject?.value, status])).toEqual([
      ['ops', 'exceeded'],
      ['ml', 'exceeded'],
      ['web', 'ok'],
    ]);
    const ofAcme = standing(100, { ...each, organization: 'acme' });
    expect(ofAcme.subject?.value).toBe('ml');
  });

  it('warns from the soft threshold on, and is exceeded from the hard one on', () => {
    const of = (usd: number) => standing(usd, { scope: 'team', value: 'ml' }).status;
    expect([of(3), of(3.75), of(3.76), of(0)]).toEqual(['exceeded', 'warning', 'ok', 'exceeded']);
  });

  it('has more room while an increase is in force', () => {
    const increase = { amount: String(USD), expiresAt: new Date(NOW + 1).toISOString() };
    const more = { scope: 'team', value: 'ml', increase } as const;
    expect(standing(3, more)).toMatchObject({ status: 'ok', thresholds: { limit: 4n * USD } });
    expect(standing(3, more, { nowMs: NOW + 1 }).status).toBe('exceeded');
  });

  describe('by which requests were refused', () => {
    const usd = (amount: number) => BigInt(Math.round(amount * 1e9));

    it('is exceeded while there is no more room than that, and from the soft threshold on', () => {
      const said = { refusedAt: usd(3.5) };
      expect(standing(3.5, {}, { said })).toMatchObject({ status: 'exceeded', room: usd(0.5) });
      const held = { ...said, reserved: usd(0.75) };
      expect(standing(3.5, {}, { said: held })).toMatchObject({ status: 'exceeded', room: 0n });
    });

    it('has its status by what is spent where one large request alone was refused', () => {
      const said = { refusedAt: usd(10) };
      expect(standing(10, {}, { said })).toMatchObject({ status: 'ok', room: usd(7) });
      const held = { ...said, reserved: usd(5) };
      expect(standing(10, {}, { said: held })).toMatchObject({ status: 'exceeded', room: usd(2) });
    });

    it('says nothing of that once it is spent', () => {
      const said = { refusedAt: usd(3) };
      expect(standing(3, {}, { said })).toMatchObject({ status: 'exceeded', room: undefined });
    });

    it.each([
      ['it was raised since', 3.6, {}, {}],
      ['it only warns', 3.5, { action: 'warn' }, {}],
      ['limits stop nothing', 3.5, {}, { isEnforced: false }],
    ] as const)('refuses nothing any more where %s', (_, limit, more, moment) => {
      const found = standing(limit, more, { said: { refusedAt: usd(3.5) }, ...moment });
      expect(found).toMatchObject({ status: 'warning', room: undefined });
    });

    it('is so to what gateways count in, of large limits', () => {
      const limit = { limit: '9000000000000000999', soft: '0', hard: '9000000000000000999' };
      const said = { refusedAt: 9_000_000_000_000_000_000n };
      expect(standing(1, limit, { said }).status).toBe('exceeded');
    });

    it('is, for each one by itself, first that of whom it refuses', () => {
      const each = { scope: 'team', value: undefined } as const;
      const said = { refusedAt: usd(5), reserved: usd(1) };
      expect(standing(5, each, { said })).toMatchObject({
        ...{ status: 'exceeded', subject: { value: 'ml' }, spent: usd(3) },
      });
    });
  });
});
