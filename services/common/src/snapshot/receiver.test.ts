import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../kubernetes/testing/manual-clock.ts';
import { SnapshotStore } from './store.ts';
import {
  ScriptedOperator,
  answerOf,
  at,
  start,
  directoryWith,
  refusing,
} from './testing/started-receiver.ts';

describe('a receiver that starts', () => {
  it('asks the operator first, at once, and takes what it has', async () => {
    const operator = new ScriptedOperator().say(answerOf(at(7)));
    await using service = await start(operator, {
      directory: await directoryWith(at(3)),
      boot: at(5),
    });
    expect(operator.asked[0]).toMatchObject({
      instance: { service: 'gateway', name: 'gateway-0', version: '1' },
      have: null,
      applied: null,
      rejected: null,
      wait_seconds: 0,
    });
    expect(service.receiver.status).toMatchObject({
      origin: 'operator',
      manifest: { revision: 7 },
      appliedAt: service.clock.now(),
    });
  });

  it.each([
    [3, 5, 'boot'],
    [5, 3, 'disk'],
  ])(
    'takes the newer of disk (%i) and boot copy (%i) where there is no operator',
    async (disk, boot, origin) => {
      const operator = new ScriptedOperator().say(new Error('connection refused'));
      await using service = await start(operator, {
        directory: await directoryWith(at(disk)),
        boot: at(boot),
      });
      expect(service.receiver.status).toMatchObject({ origin, manifest: { revision: 5 } });
    },
  );

  it('prefers a later epoch to a higher revision', async () => {
    const operator = new ScriptedOperator().say(undefined);
    await using service = await start(operator, {
      directory: await directoryWith(at(50)),
      boot: at(2, '["e2"]', 2),
    });
    expect(service.receiver.applied).toMatchObject({ epoch: 2, revision: 2 });
  });

  it('takes the older copy where the newer cannot be applied', async () => {
    const operator = new ScriptedOperator().say(new Error('no'));
    await using service = await start(operator, {
      directory: await directoryWith(at(3, '["good"]')),
      boot: at(5, '["bad"]'),
      apply: refusing('["bad"]'),
    });
    expect(service.receiver.status).toMatchObject({ origin: 'disk', manifest: { revision: 3 } });
  });

  it('without any goes on asking, and is not ready', async () => {
    const operator = new ScriptedOperator().say(undefined);
    await using service = await start(operator);
    expect(service.receiver.applied).toBeUndefined();
    operator.say(answerOf(at(1)));
    await until('applied', () => service.receiver.applied?.revision === 1);
  });
});

describe('a receiver that runs', () => {
  it('puts together what changed and what it has, and acknowledges it with the next poll', async () => {
    const operator = new ScriptedOperator().say(answerOf(at(1)));
    await using service = await start(operator);
    const second = at(2);
    operator.say(answerOf(second, 'models'));
    await until('applied', () => service.receiver.applied?.revision === 2);
    expect(service.applied.at(-1)?.contents).toEqual({ models: '["2"]', keys: '["k"]' });
    await until('asked again', () => operator.asked.length === 3);
    expect(operator.asked[2]).toMatchObject({ have: second.manifest, applied: second.manifest });
    expect(operator.asked[2]?.wait_seconds).toBeGreaterThan(0);
    expect(operator.asked.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('keeps the newest on its disk', async () => {
    const operator = new ScriptedOperator().say(answerOf(at(1)), answerOf(at(2)), answerOf(at(3)));
    await using service = await start(operator);
    await until('applied', () => service.receiver.applied?.revision === 3);
    await service.receiver.stop();
    const store = new SnapshotStore(join(service.directory, 'snapshot'));
    expect(await store.load()).toEqual(at(3));
    expect(await readdir(join(service.directory, 'snapshot'))).toHaveLength(3);
    expect(operator.isClosed).toBe(true);
  });

  it('reports what it cannot apply, keeps what it has, and takes the next', async () => {
    const operator = new ScriptedOperator().say(answerOf(at(1)));
    await using service = await start(operator, { apply: refusing('["bad"]') });
    const bad = at(2, '["bad"]');
    operator.say(answerOf(bad));
    await until('reported', () => Boolean(operator.asked.at(-1)?.rejected));
    expect(operator.asked.at(-1)).toMatchObject({
      applied: { revision: 1 },
      rejected: { digest: bad.manifest.digest, errors: [{ section: 'models', message: 'bad' }] },
    });
    operator.say(answerOf(at(3)));
    await until('applied', () => service.receiver.applied?.revision === 3);
    await until('asked again', () => operator.asked.at(-1)?.applied?.revision === 3);
    expect(operator.asked.at(-1)?.rejected).toBeNull();
  });

  it('does not try again what it refused, and does not ask in a hurry', async () => {
    let tries = 0;
    const operator = new ScriptedOperator().say(answerOf(at(1)));
    await using service = await start(operator, {
      apply: (snapshot) => {
        tries += 1;
        return refusing('["bad"]')(snapshot);
      },
    });
    operator.say(answerOf(at(2, '["bad"]')), answerOf(at(2, '["bad"]')), answerOf(at(9)));
    await until('waiting', () => service.clock.sleeping === 1);
    expect([tries, operator.asked.length]).toEqual([2, 3]);
    await service.clock.advance(1000);
    await until('applied', () => service.receiver.applied?.revision === 9);
  });

  it('refuses a snapshot over which it trips, and says so', async () => {
    const operator = new ScriptedOperator().say(answerOf(at(1)));
    await using service = await start(operator, {
      apply: (snapshot) => {
        if (snapshot.manifest.revision === 2) throw new Error('a bug of ours');
        return [];
      },
    });
    operator.say(answerOf(at(2)));
    await until('reported', () => Boolean(operator.asked.at(-1)?.rejected));
    expect(operator.asked.at(-1)?.rejected?.errors[0]?.message).toBe('a bug of ours');
    expect(service.receiver.applied?.revision).toBe(1);
    expect(service.logged.map(({ event }) => event)).toContain('snapshot_apply_failed');
  });

  it('never goes back, and does not apply the same twice', async () => {
    const operator = new ScriptedOperator().say(answerOf(at(5)));
    await using service = await start(operator);
    operator.say(answerOf(at(4)), answerOf(at(5)), answerOf(at(1, '["new"]', 2)));
    await until('waiting', () => service.clock.sleeping === 1);
    await service.clock.advance(200);
    await until('waiting again', () => service.clock.sleeping === 1);
    expect(service.applied.map(({ manifest }) => manifest.revision)).toEqual([5]);
    await service.clock.advance(1000);
    await until('applied', () => service.receiver.applied?.epoch === 2);
  });

  it('takes nothing whose sections are not what the manifest promises', async () => {
    const operator = new ScriptedOperator().say(answerOf(at(1)));
    await using service = await start(operator);
    const tampered = answerOf(at(2));
    operator.say({ ...tampered, changed: { ...tampered.changed, models: '["evil"]' } });
    await until('waiting', () => service.clock.sleeping === 1);
    expect(service.receiver.applied?.revision).toBe(1);
    expect(service.logged).toContainEqual(
      expect.objectContaining({ event: 'snapshot_incomplete', level: 'warn' }),
    );
  });

  it('waits longer and longer for an operator that is gone, warns once, and says when it is back', async () => {
    const operator = new ScriptedOperator().say(answerOf(at(1)));
    await using service = await start(operator);
    const failures = Array.from({ length: 9 }, () => new Error('connection refused'));
    operator.say(...failures);
    const waits: number[] = [];
    for (let failure = 1; failure <= 9; failure += 1) {
      await until('waiting', () => service.clock.sleeping === 1);
      const before = operator.asked.length;
      const startedAt = service.clock.now();
      while (operator.asked.length === before) await service.clock.advance(50);
      waits.push(service.clock.now() - startedAt);
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits[8]! / waits[0]!).toBeGreaterThan(10);
    operator.say(answerOf(at(2)));
    await until('applied', () => service.receiver.applied?.revision === 2);
    const events = service.logged.map(({ event }) => event);
    expect(events.filter((event) => event === 'operator_unreachable')).toHaveLength(1);
    expect(events).toContain('operator_reached');
    const text = await service.registry.metrics();
    expect(text).toContain('aicp_snapshot_poll_errors_total 9');
    expect(text).toContain('aicp_config_source{source="operator"} 1');
  });

  it('ends an open poll when it stops', async () => {
    const operator = new ScriptedOperator().say(answerOf(at(1)));
    const service = await start(operator);
    await until('asked', () => operator.asked.length === 2);
    await service.receiver.stop();
    expect(operator.isClosed).toBe(true);
    expect(service.logged.filter(({ level }) => level !== 'info')).toEqual([]);
    await rm(service.directory, { recursive: true });
  });
});
