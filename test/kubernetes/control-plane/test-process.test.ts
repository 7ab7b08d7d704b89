import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive, Reaper, TestProcess } from './test-process.ts';
import { until } from './until.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aicp-process-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const start = (command: string, args: string[], reaper: Reaper): TestProcess =>
  new TestProcess({ name: 'child', command, args, folder, environment: process.env, reaper });

describe('a process that a test started', () => {
  it.each(['SIGKILL', 'SIGINT', 'SIGTERM'] as const)(
    'ends with the test process when that gets %s, and its folder goes',
    async (signal) => {
      const script = join(import.meta.dirname, 'testing/die-suddenly.ts');
      const runner = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 2] });
      const pid = Number(String(await firstChunk(runner)));
      expect(isAlive(pid)).toBe(true);
      runner.kill(signal);
      await until(() => !isAlive(pid), { what: 'the child has ended' });
      await until(() => !existsSync(folder), { what: 'the folder is gone' });
    },
  );

  it('is gone when the reaper is told to reap, and so is one that was paused', async () => {
    const reaper = new Reaper(undefined);
    const running = start('sleep', ['3600'], reaper);
    const paused = start('sleep', ['3600'], reaper);
    await paused.pause();
    await reaper.reap();
    await Promise.all([running.ended, paused.ended]);
    expect([running.isRunning, paused.isRunning]).toEqual([false, false]);
    expect(existsSync(folder)).toBe(true);
  });

  it('is left alone by the reaper once it has ended: its id may be another’s by then', async () => {
    const reaper = new Reaper(undefined);
    const child = start('sleep', ['3600'], reaper);
    const stranger = spawn('sleep', ['3600']);
    reaper.watch({ pid: stranger.pid!, ended: child.ended });
    await child.kill();
    await reaper.reap();
    expect(isAlive(stranger.pid!)).toBe(true);
    stranger.kill('SIGKILL');
  });

  it('ends on SIGTERM even when it was paused, and by force when it does not listen', async () => {
    const reaper = new Reaper(undefined);
    const paused = start('sleep', ['3600'], reaper);
    await paused.pause();
    const deaf = start('sh', ['-c', 'trap "" TERM; echo deaf; while :; do sleep 1; done'], reaper);
    await until(() => deaf.log().includes('deaf'), { what: 'it listens no more' });
    expect([await paused.terminate(), await deaf.terminate(100)]).toEqual(['SIGTERM', 'SIGKILL']);
    await reaper.reap();
  });

  it('keeps what it said for the message of a failure', async () => {
    const reaper = new Reaper(undefined);
    const child = start('sh', ['-c', 'echo one; echo two >&2; echo three'], reaper);
    await child.ended;
    expect(child.lastWords(2)).toBe('two\nthree');
    await reaper.reap();
  });

  it('says what cannot be started', async () => {
    const reaper = new Reaper(undefined);
    expect(() => start('/nowhere/program', [], reaper)).toThrow('/nowhere/program');
    await reaper.reap();
  });
});

async function firstChunk(child: ChildProcess): Promise<unknown> {
  const [chunk] = (await once(child.stdout!, 'data')) as [unknown];
  return chunk;
}
