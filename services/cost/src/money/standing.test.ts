import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { Budgets } from '@aicp/contracts/budgets/budgets';
import { PriceSchedule } from '@aicp/contracts/prices/price-schedule';
import { ModelHeirs } from '@aicp/contracts/spend/model-heirs';
import { subjectName } from '@aicp/contracts/spend/spend-subject';
import type { BudgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import type { KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callerOf } from '../access/caller.ts';
import { toCostModel, type CostModel } from '../snapshot/cost-model.ts';
import { budget, key, model } from '../testing/fragments.ts';
import { SpendFigures, type SpendQuestion } from '@aicp/ledger/query/spend-figures';
import { limitsOn } from './spend-limits.ts';
import { passedBy, refusing, standingsOf, standingText, tightestTold } from './standing.ts';

describe('what budgets leave a request', () => {
  const NOW = Date.UTC(2026, 10, 23, 12);
  const callerWith = (more: Partial<KeyFragment> = {}) => {
    const fragment = key('k', { team: 'ml', user: 'ann', businessUnit: 'acme-eu', ...more });
    return callerOf({ ...fragment, uid: fragment.source.uid, ends: new Map() });
  };
  const modelOf = (id: string, base?: CostModel): CostModel => {
    const fragment = model(id, [1, 1]);
    return toCostModel(
      {
        ...{ kind: 'model', id, name: id, names: [id], organization: undefined, base },
        ...{ isPlatforms: base === undefined, tier: undefined, mode: 'chat', price: undefined },
        fallbacks: [],
        provider: { id: 'openai', organization: undefined, unusable: undefined },
        fallbacksFor: { context_window: [], content_policy: [] },
        pricing: new PriceSchedule(fragment, 'chat'),
      },
      fragment,
    );
  };
  const figureOf = (spent: bigint) => ({ spent, reserved: 0n });
  const indexed = (budgets: readonly BudgetFragment[]): Budgets =>
    new Budgets({ budgets, timeZone: 'UTC', isEnforced: true });
  const subjects = (
    budgets: readonly BudgetFragment[],
    { tags = {}, served }: { tags?: Record<string, string>; served?: CostModel } = {},
  ) =>
    limitsOn(indexed(budgets), { caller: callerWith(), model: served, tags, nowMs: NOW }).map(
      ({ subject }) => subjectName(subject),
    );

  it('are those of the key, and of all that it belongs to', () => {
    const of = (scope: BudgetFragment['scope'], value: string) =>
      budget(`${scope}-${value}`, 1, { organization: undefined, scope, value });
    const budgets = [
      of('organization', 'acme'),
      of('organization', 'globex'),
      of('business_unit', 'acme-eu'),
      of('business_unit', 'acme-us'),
      of('team', 'ml'),
      of('team', 'web'),
      of('user', 'ann'),
      of('key', 'k'),
      of('key', 'other'),
    ];
    expect(subjects(budgets)).toEqual([
      'organization/acme/acme',
      'business_unit/acme/acme-eu',
      'team/acme/ml',
      'user/acme/ann',
      'key/acme/k',
    ]);
  });

  it('are those of each one of a scope by itself, and of all requests', () => {
    const each = budget('each-user', 1, { scope: 'user', value: undefined });
    const all = budget('all', 1, { organization: undefined, scope: 'global', value: undefined });
    const ofAcme = budget('acmes', 1, { scope: 'global', value: undefined });
    const ofGlobex = { ...ofAcme, organization: 'globex' };
    expect(subjects([each, all, ofAcme, ofGlobex])).toEqual([
      'global//',
      'global/acme/',
      'user/acme/ann',
    ]);
  });

  it('are those of the model that serves: to the platform, of the one that it uses', () => {
    const platforms = modelOf('gpt-4o');
    const own = modelOf('our-gpt', platforms);
    const budgets = [
      budget('platforms', 1, { organization: undefined, scope: 'model', value: 'gpt-4o' }),
      budget('own', 1, { scope: 'model', value: 'our-gpt' }),
    ];
    expect(subjects(budgets, { served: own })).toEqual(['model//gpt-4o', 'model/acme/our-gpt']);
    expect(subjects(budgets, { served: platforms })).toEqual(['model//gpt-4o']);
    expect(subjects(budgets)).toEqual([]);
  });

  it('are those of the tags of the request', () => {
    const tagged = budget('tagged', 1, { scope: 'tag', value: 'project=apollo' });
    expect(subjects([tagged], { tags: { project: 'apollo' } })).toEqual([
      'tag/acme/project=apollo',
    ]);
    expect(subjects([tagged], { tags: { project: 'gemini' } })).toEqual([]);
  });

  it('hold an increase until it is over', () => {
    const increased = budget('b', 1, {
      increase: { amount: '500000000', expiresAt: new Date(NOW + 1).toISOString() },
    });
    const at = (nowMs: number) =>
      limitsOn(indexed([increased]), {
        ...{ caller: callerWith(), model: undefined, tags: {}, nowMs },
      })[0];
    expect(at(NOW)).toMatchObject({ limit: 1_500_000_000n, hard: 1_500_000_000n });
    expect(at(NOW + 1)).toMatchObject({ limit: 1_000_000_000n });
  });

  it('stand in order of what is left, and refuse what none has room for', async () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(amount, amount), { maxLength: 6 }),
        amount,
        async (pairs, cost) => {
          const budgets = pairs.map(([limit], index) =>
            budget(`b${index}`, 1, { limit: String(limit), soft: '0', hard: String(limit) }),
          );
          const figures = { of: () => Promise.resolve(pairs.map(([, spent]) => figureOf(spent))) };
          const standings = await standingsOf(
            indexed(budgets),
            { caller: callerWith(), model: undefined, tags: {}, nowMs: NOW },
            figures,
          );
          const left = standings!.map((one) => one.left);
          expect(left).toEqual([...left].sort((one, other) => (one < other ? -1 : 1)));
          const hasRoom = pairs.every(([limit, spent]) => spent + cost <= limit);
          expect(refusing(standings!, cost) === undefined).toBe(hasRoom);
          expect(passedBy(standings!, cost) === undefined).toBe(hasRoom);
        },
      ),
    );
  });

  it('is told without amounts where all organizations spend together, and cannot be searched for', async () => {
    const all = budget('all', 1, { organization: undefined, scope: 'global', value: undefined });
    const of = { caller: callerWith(), model: undefined, tags: {}, nowMs: NOW };
    const at = async (spent: bigint) =>
      (await standingsOf(indexed([all]), of, { of: () => Promise.resolve([figureOf(spent)]) }))!;
    const some = await at(1n);
    expect(tightestTold(some)).toBeUndefined();
    expect(refusing(some, 10n ** 18n)).toBeUndefined();
    const spent = await at(1_000_000_000n);
    expect(standingText(refusing(spent, 0n)!)).toBe('the budget "all" (nothing is left)');
  });

  it('is not known where one of the figures is not', async () => {
    const of = { caller: callerWith(), model: undefined, tags: {}, nowMs: NOW };
    const known = indexed([budget('b', 1)]);
    const figures = { of: () => Promise.resolve([undefined]) };
    expect(await standingsOf(known, of, figures)).toBeUndefined();
  });

  describe('figures of spend', () => {
    const clock = new ManualClock(NOW);
    const { log } = recordingLog();
    const subject = { scope: 'organization', organization: 'acme', value: 'acme' } as const;
    const question = (startsMs: number): SpendQuestion => ({
      subject,
      period: { startsMs, endsMs: startsMs + 1 },
    });

    it('are asked for again after two seconds, and are those of before while the ledger is away', async () => {
      const asked: number[] = [];
      let isAway = false;
      const spentByAll = (questions: readonly SpendQuestion[]) => {
        if (isAway) return Promise.reject(new Error('away'));
        asked.push(questions.length);
        return Promise.resolve(questions.map(() => BigInt(asked.length)));
      };
      const ledger = { spentByAll, heldBy: () => Promise.resolve([]) };
      const figures = new SpendFigures({ ledger, heirs: () => undefined, clock, log });
      const spent = async (...questions: readonly SpendQuestion[]) =>
        (await figures.of(questions)).map((figure) => figure?.spent);
      expect(await spent(question(1), question(2))).toEqual([1n, 1n]);
      clock.jump(1_999);
      expect(await spent(question(2), question(3))).toEqual([1n, 2n]);
      clock.jump(2);
      expect(await spent(question(1))).toEqual([3n]);
      expect(asked).toEqual([2, 1, 1]);
      isAway = true;
      clock.jump(60_000);
      expect(await spent(question(1), question(9))).toEqual([3n, undefined]);
    });

    it('hold what requests under way have reserved, which nobody else can spend', async () => {
      const one = budget('b', 1);
      const of = { caller: callerWith(), model: undefined, tags: {}, nowMs: NOW };
      const known = indexed([one]);
      const period = known.periods.at('month', NOW);
      const name = subjectName(limitsOn(known, of)[0]!.subject);
      const none = { refusedAt: undefined };
      const ledger = {
        spentByAll: () => Promise.resolve([300_000_000n]),
        heldBy: (subjects: readonly string[]) =>
          Promise.resolve(
            subjects.flatMap((subject) => [
              { subject, ...period, nanoUsd: 600_000_000n, ...none },
              { subject, startsMs: 0, endsMs: 1, nanoUsd: 1n, ...none },
              { subject: `${name}-2`, ...period, nanoUsd: 1n, ...none },
            ]),
          ),
      };
      const figures = new SpendFigures({ ledger, heirs: () => undefined, clock, log });
      const standings = (await standingsOf(known, of, figures))!;
      expect(standings).toMatchObject([
        { spent: 300_000_000n, reserved: 600_000_000n, left: 100_000_000n },
      ]);
      expect(passedBy(standings, 100_000_000n)).toBeUndefined();
      expect(refusing(standings, 100_000_001n)).toBeDefined();
    });

    it('of a platform’s model hold what was spent by the names of organizations, as far as the platform paid', async () => {
      const asked: SpendQuestion[] = [];
      const ledger = {
        spentByAll: (questions: readonly SpendQuestion[]) => {
          asked.push(...questions);
          return Promise.resolve(questions.map(() => 2n));
        },
        heldBy: () => Promise.resolve([]),
      };
      const heirs = new ModelHeirs([
        { id: 'gpt' },
        { id: 'ours', organization: 'acme', inherits: 'gpt' },
      ]);
      const figures = new SpendFigures({ ledger, heirs: () => heirs, clock, log });
      const ofModel = { scope: 'model', organization: undefined, value: 'gpt' } as const;
      const { period } = question(1);
      expect(await figures.of([{ subject: ofModel, period }, question(1)])).toMatchObject([
        { spent: 4n },
        { spent: 2n },
      ]);
      expect(asked[1]).toMatchObject({
        subject: { organization: 'acme', value: 'ours' },
        payer: 'platform',
      });
    });
  });
});
