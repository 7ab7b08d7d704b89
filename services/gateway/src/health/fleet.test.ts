import type { Board } from '@aicp/common/counters/redis/board';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import type { CandidateStats } from '@aicp/contracts/routing/catalog/candidate-stats';
import type { RoutingModel } from '@aicp/contracts/routing/catalog/resolution';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidateStats } from './candidate-stats.ts';
import { Fleet, STALE_MS } from './fleet/fleet.ts';
import {
  MOST_TOLD,
  readReport,
  together,
  writeReport,
  type Report,
  type SeenFigures,
} from './fleet/seen-figures.ts';
import { HealthBook } from './health-book.ts';
import type { ModelHealth } from './model-health.ts';

const count = fc.nat(1_000_000);
const figures = fc.record<SeenFigures>({
  inFlight: count,
  attempts: count,
  answers: count,
  answeredMs: count,
  tokens: count,
});
const report: fc.Arbitrary<Report> = fc
  .dictionary(fc.constantFrom('a', 'b', 'c'), figures)
  .map((entries) => new Map(Object.entries(entries)));

const read = (text: string) => readReport(text, () => true);
const told = (all: Report): string =>
  writeReport([...all].map(([key, seen]) => ({ key, figures: seen })));

/** What strategies are told of the model `m`. */
const rated = (stats: CandidateStats, name = 'm') => {
  const model = { name } as RoutingModel;
  return {
    isTried: stats.isTried(model),
    inFlight: stats.inFlight(model),
    meanMs: stats.meanMs(model),
    tokens: stats.tokensThisMinute(model),
  };
};

function bookWith(use: (model: ModelHealth) => void) {
  const book = new HealthBook({ clock: new ManualClock(0), random: () => 0 });
  use(book.model('m'));
  book.commit();
  return book;
}

describe('what replicas have seen together', () => {
  it('is the same in whatever order they are heard', () => {
    const shuffled = fc
      .array(report, { maxLength: 6 })
      .chain((reports) =>
        fc.tuple(
          fc.constant(reports),
          fc.shuffledSubarray(reports, { minLength: reports.length, maxLength: reports.length }),
        ),
      );
    fc.assert(
      fc.property(shuffled, ([reports, others]) => {
        expect(together(others)).toEqual(together(reports));
      }),
    );
  });

  it('adds up, but for what is under way, which counts for a part', () => {
    const seen = { inFlight: 6, attempts: 3, answers: 2, answeredMs: 500, tokens: 70 };
    const one: Report = new Map([['m', seen]]);
    expect(together([one, new Map(), one]).get('m')).toEqual({
      inFlight: 3,
      attempts: 6,
      answers: 4,
      answeredMs: 1000,
      tokens: 140,
    });
  });

  it('is what this replica has seen, where there is no other', () => {
    const times = fc.array(fc.nat(60_000), { maxLength: 8 });
    fc.assert(
      fc.property(times, fc.nat(5), fc.nat(9), fc.nat(99), (answers, failures, tokens, begun) => {
        const book = bookWith((model) => {
          for (const ms of answers) model.answered(ms);
          for (let index = 0; index < failures; index += 1) model.failed();
          for (let index = 0; index < begun; index += 1) model.started();
          model.used(tokens);
        });
        const own = book.modelNamed('m');
        const alone = rated(candidateStats(book));
        expect(alone).toEqual({
          isTried: own?.errorRate !== undefined,
          inFlight: begun,
          meanMs: own?.times.meanMs,
          tokens,
        });
        const others = together([]);
        expect(rated(candidateStats(book, { of: (key) => others.get(key) }))).toEqual(alone);
      }),
    );
  });

  it('is read as it was told, and not at all where it cannot be', () => {
    fc.assert(
      fc.property(report, (all) => {
        const used = [...all].filter(([, seen]) => Object.values(seen).some((one) => one > 0));
        expect(read(told(all))).toEqual(new Map(used));
        const others = used.filter(([key]) => key !== 'a');
        expect(readReport(told(all), (key) => key !== 'a')).toEqual(new Map(others));
      }),
    );
    const rows = ['7', '[1]', '["m",1,2,3,4]', '["m",1,2,3,4,-5]', '["m",1,2,3,4,1e999]'];
    for (const text of ['', '{', '{}', '7', ...rows.map((row) => `[${row}]`)])
      expect([text, read(text)]).toEqual([text, undefined]);
  });

  it('is told of the models that are used most, in some kilobytes', () => {
    const all = Array.from({ length: 2 * MOST_TOLD }, (_, index) => {
      const attempts = index * 1_000;
      const seen = { inFlight: 99, attempts, answers: 0, answeredMs: 10 * attempts, tokens: 1e7 };
      return [`key-of-22-characters-${index}`, seen] as const;
    });
    const text = told(new Map(all));
    const known = read(text) ?? new Map<string, SeenFigures>();
    expect(known.size).toBe(MOST_TOLD);
    expect(Math.min(...[...known.values()].map(({ attempts }) => attempts))).toBe(200_000);
    expect(text.length).toBeLessThan(16_384);
  });
});

/** A server that keeps what replicas tell, and those that meet there. */
function meeting() {
  const clock = new ManualClock(0);
  const said = new Map<string, { at: number; text: string }>();
  const server = { isReady: true, fault: undefined as Error | undefined };
  const boardOf = (replica: string): Pick<Board, 'isReady' | 'exchange' | 'leave'> => ({
    get isReady() {
      return server.isReady;
    },
    exchange: (text) => {
      if (server.fault) return Promise.reject(server.fault);
      said.set(replica, { at: clock.monotonic(), text });
      const others = [...said].filter(([name]) => name !== replica);
      return Promise.resolve(
        others.map(([name, one]) => ({
          replica: name,
          ageMs: clock.monotonic() - one.at,
          text: one.text,
        })),
      );
    },
    leave: () => {
      said.delete(replica);
      return Promise.resolve();
    },
  });
  const join = (name: string, identity = 'm') => {
    const book = new HealthBook({ clock, random: () => 0 });
    const model = book.model('m', { identity });
    book.commit();
    const { log, entries } = recordingLog();
    const fleet = new Fleet({ board: boardOf(name), seen: () => [model], clock, log });
    fleet.start();
    const stats = candidateStats(book, fleet);
    const events = () => entries.map(({ event }) => event);
    return { fleet, model, stats, events, rated: () => rated(stats) };
  };
  return { clock, server, said, join };
}

const UNTRIED = { isTried: false, inFlight: 0, meanMs: undefined, tokens: 0 };

describe('a fleet', () => {
  it('has strategies of one replica go by what another saw, a second or two later, and conditions by what it saw itself', async () => {
    const { clock, join } = meeting();
    const [one, other] = [join('one'), join('other')];
    one.model.answered(900);
    one.model.failed();
    one.model.used(50);
    one.model.started();
    one.model.started();
    expect(other.rated()).toEqual(UNTRIED);
    await clock.advance(2_000);
    expect(other.rated()).toEqual({ isTried: true, inFlight: 1, meanMs: 900, tokens: 50 });
    other.model.answered(100);
    expect(other.rated().meanMs).toBe(500);
    const model = { name: 'm' } as RoutingModel;
    expect([other.stats.errorRate(model), other.fleet.size]).toEqual([0, 1]);
    expect(Math.abs((other.stats.p95Ms(model) ?? 0) - 100)).toBeLessThan(20);
  });

  it('does not hold a model up to a replica for which it always fails', async () => {
    const { clock, join } = meeting();
    const [one, other] = [join('one'), join('other')];
    one.model.answered(10);
    other.model.failed();
    await clock.advance(2_000);
    expect([other.rated().meanMs, other.rated().isTried]).toEqual([undefined, true]);
  });

  it('goes on without a replica that says nothing any more, and at once without one that leaves', async () => {
    const { clock, join } = meeting();
    const [one, left, other] = [join('one'), join('left'), join('other')];
    one.model.used(1);
    left.model.used(10);
    await clock.advance(2_000);
    expect([other.rated().tokens, other.fleet.size]).toEqual([11, 2]);
    await left.fleet.stop();
    await clock.advance(1_000);
    expect([other.rated().tokens, other.fleet.size]).toEqual([1, 1]);
  });

  it('forgets figures that are some seconds old, whether the server hangs, fails or is gone', async () => {
    const faults = ['fails', 'is gone'] as const;
    for (const how of faults) {
      const { clock, server, join } = meeting();
      const [one, other] = [join('one'), join('other')];
      one.model.used(7);
      await clock.advance(2_000);
      if (how === 'is gone') server.isReady = false;
      else server.fault = new Error('no answer within 1000 ms');
      await clock.advance(STALE_MS - 2_000);
      expect([how, other.rated().tokens]).toEqual([how, 7]);
      await clock.advance(3_000);
      expect([how, other.rated()]).toEqual([how, UNTRIED]);
      expect(one.rated().tokens).toBe(7);
      server.isReady = true;
      server.fault = undefined;
      await clock.advance(2_000);
      expect(other.rated().tokens).toBe(7);
      const told = how === 'fails' ? ['fleet_figures_lost', 'fleet_figures_shared'] : [];
      expect(other.events()).toEqual(told);
    }
  });

  it('passes over what a replica of another version or nobody of ours says', async () => {
    const { clock, said, join } = meeting();
    const [one, other] = [join('one'), join('other')];
    one.model.used(7);
    await clock.advance(2_000);
    said.set('strange', { at: clock.monotonic(), text: '{"version":2}' });
    await clock.advance(1_000);
    expect([other.rated().tokens, other.fleet.size]).toEqual([7, 1]);
  });

  it('takes nothing of another model of the same name, nor of the same one at another upstream', async () => {
    const { clock, join } = meeting();
    const [one, other] = [join('one', 'of acme'), join('other', 'of globex')];
    one.model.used(7);
    await clock.advance(2_000);
    expect([other.rated(), other.fleet.size]).toEqual([UNTRIED, 1]);
  });
});

it('a model that is another one than it was begins anew', () => {
  const book = new HealthBook({ clock: new ManualClock(0), random: () => 0 });
  book.model('m', { identity: 'of acme' }).used(7);
  book.commit();
  expect(book.model('m', { identity: 'of acme' }).tokensThisMinute).toBe(7);
  book.commit();
  const other = book.model('m', { identity: 'of globex' });
  expect([other.tokensThisMinute, other.key]).not.toContain(book.modelNamed('m')?.key);
  expect(other.tokensThisMinute).toBe(0);
});
