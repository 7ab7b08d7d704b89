import type { FindingsReport } from '@aicp/contracts/poll/findings-report';
import type { HealthReport } from '@aicp/contracts/poll/health-report';
import type { SpendReport } from '@aicp/contracts/poll/spend-report';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../kubernetes/testing/manual-clock.ts';
import type { NewsSource } from './poll-news.ts';
import {
  answerOf,
  at,
  directoryWith,
  ScriptedOperator,
  start,
} from './testing/started-receiver.ts';

/** A measurement that a test sets. */
class FakeHealth implements NewsSource<HealthReport> {
  attempts = 0;
  private listener: () => void = () => undefined;

  report(): HealthReport {
    const credential = { provider: 'p', credential: 'default', circuit: 'closed' as const };
    const row = { ...credential, attempts: this.attempts, failures: 0 };
    return { at: 'now', providers: this.attempts === 0 ? [] : [row], models: [] };
  }

  onChange(listener: () => void): void {
    this.listener = listener;
  }

  change(): void {
    this.listener();
  }
}

const told = ({ asked }: ScriptedOperator) => asked.map(({ health }) => health?.providers[0]);
const waits = ({ asked }: ScriptedOperator) => asked.map((poll) => poll.wait_seconds);

describe('health', () => {
  it('of an idle service travels with polls that come no more often than without it', async () => {
    const operator = new ScriptedOperator().say(answerOf(at(1)));
    await using service = await start(operator, { health: new FakeHealth() });
    await until('waiting', () => service.clock.sleeping === 1);
    await service.clock.advance(60_000);
    expect(operator.asked.map(({ health }) => health?.providers)).toEqual([[], []]);
    expect(waits(operator)).toEqual([0, 25]);
  });

  it('is told within 10 s of the first request, and every 10 s from then on', async () => {
    const health = new FakeHealth();
    const operator = new ScriptedOperator().say(answerOf(at(1)));
    await using service = await start(operator, { health });
    await until('waiting', () => service.clock.sleeping === 1);
    health.attempts = 3;
    await service.clock.advance(10_000);
    await until('told', () => operator.asked.length === 3);
    operator.say(undefined);
    await until('told again', () => operator.asked.length === 4);
    expect(told(operator).slice(2)).toMatchObject([{ attempts: 3 }, { attempts: 3 }]);
    expect(waits(operator)).toEqual([0, 25, 10, 10]);
    expect(service.logged.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  it('that changes is told at once, and a flock of changes once a second', async () => {
    const health = new FakeHealth();
    const operator = new ScriptedOperator().say(answerOf(at(1)));
    await using service = await start(operator, { health });
    await until('waiting', () => operator.asked.length === 2);
    await service.clock.advance(5_000);
    health.attempts = 1;
    health.change();
    await until('told', () => operator.asked.length === 3);
    for (health.attempts = 2; health.attempts < 9; health.attempts += 1) health.change();
    await service.clock.advance(900);
    expect(operator.asked).toHaveLength(3);
    await service.clock.advance(100);
    await until('told the last', () => operator.asked.length === 4);
    expect(told(operator)[3]).toMatchObject({ attempts: 9 });
  });

  it('that is told early loses no snapshot', async () => {
    const health = new FakeHealth();
    const operator = new ScriptedOperator().say(answerOf(at(1)));
    await using service = await start(operator, { health });
    await until('waiting', () => operator.asked.length === 2);
    await service.clock.advance(5_000);
    health.change();
    operator.say(answerOf(at(2)));
    await until('applied', () => service.receiver.applied?.revision === 2);
  });
});

describe('the number of replicas', () => {
  it('is what the operator says, and after a restart what it said last', async () => {
    const operator = new ScriptedOperator().say(answerOf(at(1)));
    operator.expectedReplicas = 4;
    const directory = await directoryWith(at(1));
    const first = await start(operator, { directory });
    expect(first.receiver.expectedReplicas()).toBe(4);
    await first.receiver.stop();
    expect(await readFile(join(directory, 'snapshot.replicas'), 'utf8')).toBe('4\n');
    const away = new ScriptedOperator().say(new Error('connection refused'));
    await using second = await start(away, { directory });
    expect(second.receiver.expectedReplicas()).toBe(4);
  });

  it('is at least 1, whatever the operator or the file says', async () => {
    const directory = await directoryWith(at(1));
    await writeFile(join(directory, 'snapshot.replicas'), 'damaged');
    const operator = new ScriptedOperator().say(undefined);
    await using service = await start(operator, { directory });
    expect(service.receiver.expectedReplicas()).toBe(1);
    operator.expectedReplicas = 0;
    operator.say(answerOf(at(2)));
    await until('applied', () => service.receiver.applied?.revision === 2);
    expect(service.receiver.expectedReplicas()).toBe(1);
  });
});

/** Spend that a test sets. */
class FakeSpend implements NewsSource<SpendReport> {
  spent: string | undefined;
  private listener: () => void = () => undefined;

  report(): SpendReport | undefined {
    if (this.spent === undefined) return undefined;
    const at = '2026-01-01T00:00:00.000Z';
    const object = { kind: 'Team', name: 'ml', uid: 'u', limit: null, reserved: '0' } as const;
    const row = { ...object, spent: this.spent, resets_at: at, status: 'ok' as const };
    return { at, lag_seconds: null, objects: [row] };
  }

  onChange(listener: () => void): void {
    this.listener = listener;
  }

  change(spent: string): void {
    this.spent = spent;
    this.listener();
  }
}

describe('spend', () => {
  it('is told as soon as it changes, and then at most every 2 s, beside health', async () => {
    const spend = new FakeSpend();
    const operator = new ScriptedOperator().say(answerOf(at(1)));
    await using service = await start(operator, { spend, health: new FakeHealth() });
    await until('waiting', () => service.clock.sleeping === 2);
    await service.clock.advance(5_000);
    spend.change('1');
    await until('told', () => operator.asked.length === 3);
    spend.change('2');
    spend.change('3');
    await service.clock.advance(1_900);
    expect(operator.asked).toHaveLength(3);
    await service.clock.advance(100);
    await until('told again', () => operator.asked.length === 4);
    const told = operator.asked.map((poll) => poll.spend?.objects.map(({ spent }) => spent));
    expect(told).toEqual([undefined, undefined, ['1'], ['3']]);
    expect(operator.asked.every(({ health }) => health !== undefined)).toBe(true);
  });
});

/** Findings that a test sets. */
class FakeFindings implements NewsSource<FindingsReport> {
  private runs = 0;
  private listener: () => void = () => undefined;

  report(): FindingsReport {
    const observed = { runs: this.runs, failures: 0 };
    const named = { kind: 'WorkflowTemplate', name: 'w', uid: 'u' } as const;
    return { at: '2026-01-01T00:00:00.000Z', objects: [{ ...named, conditions: [], observed }] };
  }

  onChange(listener: () => void): void {
    this.listener = listener;
  }

  change(runs: number): void {
    this.runs = runs;
    this.listener();
  }
}

describe('findings', () => {
  it('that stay as they are travel with polls that come no more often than without them', async () => {
    const operator = new ScriptedOperator().say(answerOf(at(1)));
    await using service = await start(operator, { findings: new FakeFindings() });
    await until('waiting', () => operator.asked.length === 2);
    await service.clock.advance(60_000);
    expect(waits(operator)).toEqual([0, 25]);
  });

  it('that change are told at once', async () => {
    const findings = new FakeFindings();
    const operator = new ScriptedOperator().say(answerOf(at(1)));
    await using service = await start(operator, { findings });
    await until('waiting', () => operator.asked.length === 2);
    await service.clock.advance(5_000);
    findings.change(7);
    await until('told', () => operator.asked.length === 3);
    expect(operator.asked[2]?.findings?.objects[0]?.observed).toEqual({ runs: 7, failures: 0 });
  });
});
