import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Reaper, TestProcess } from '@aicp/test/kubernetes/control-plane/test-process';
import { until } from '@aicp/test/kubernetes/control-plane/until';
import { expect, it } from 'vitest';
import { NameServer } from './name-server.ts';

/** Listens as soon as it may, and not before; then it shows its list whenever it is told to read it. SIGHUP ends it before that, as it ends a program that is starting. */
const DNSMASQ = `
until [ -e "$1/may-listen" ]; do sleep 0.02; done
trap 'echo "read: $(cat "$1/hosts")"' HUP
echo "dnsmasq[$$]: started, version 2"
while :; do sleep 0.02; done
`;

async function serving(script = DNSMASQ) {
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'aicp-names-'));
  starting.defer(async () => await rm(folder, { recursive: true }));
  const reaper = new Reaper(undefined);
  starting.defer(async () => await reaper.reap());
  const started: TestProcess[] = [];
  const list = join(folder, 'hosts');
  const start = (): TestProcess => {
    const args = ['-c', script, 'dnsmasq', folder];
    const environment = { PATH: process.env['PATH'] };
    const options = { name: 'dnsmasq', command: 'sh', args, folder, environment, reaper };
    started.push(new TestProcess(options));
    return started.at(-1)!;
  };
  const server = new NameServer({ list, start });
  const running = starting.move();
  return {
    server,
    started,
    list,
    listens: () => writeFile(join(folder, 'may-listen'), ''),
    untilServing: async (hosts: string) => {
      const isServing = async () => {
        await server.serve(hosts);
        return server.isServing;
      };
      await until(isServing, { what: 'the name server serves' });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const log = (process: TestProcess | undefined): string => process?.log() ?? '';

it('is left alone until it listens, however often names change, and is told then', async () => {
  await using all = await serving();
  for (const hosts of ['one', 'two', 'three']) await all.server.serve(hosts);
  expect(all.server.isServing).toBe(false);
  await all.listens();
  await all.untilServing('three');
  const [process] = all.started;
  await until(() => log(process).includes('read: three'), { what: 'the list is read' });
  expect([all.started.length, process?.isRunning]).toEqual([1, true]);
});

it('reads its list again when names change', async () => {
  await using all = await serving();
  await all.listens();
  await all.untilServing('one');
  await all.server.serve('two');
  await until(() => log(all.started[0]).includes('read: two'), { what: 'the list is read' });
  expect(await readFile(all.list, 'utf8')).toBe('two');
});

it('is started again where it ended, which is told with its last words', async () => {
  await using all = await serving();
  await all.listens();
  await all.untilServing('one');
  await all.started[0]?.kill();
  await expect(all.server.serve('one')).rejects.toThrow(/dnsmasq ended: .*(started|read)/s);
  expect(all.server.isServing).toBe(false);
  await all.untilServing('one');
  expect(all.started).toHaveLength(2);
});

it('says why where it cannot start', async () => {
  await using all = await serving('echo "port 53 is in use"; exit 2');
  await all.server.serve('one');
  await all.started[0]?.ended;
  await expect(all.server.serve('one')).rejects.toThrow('port 53 is in use');
});
