import { expect, it } from 'vitest';
import { blockedPort, portsFor, PortTaken, requireFreePorts } from './ports.ts';
import { createServer, type AddressInfo } from 'node:net';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AlreadyRunning, takeLock } from './lock.ts';

it('refuses an offset that puts a port where browsers and fetch do not go, and says which', () => {
  expect(blockedPort(portsFor(2000))).toBe(
    'port 6000 (gateway) is one that browsers and fetch refuse to connect to: choose another --port-offset',
  );
  expect(blockedPort(portsFor(1994))).toContain('port 10080 (admin)');
});

it('takes the ports that are chosen by default', () => {
  expect(blockedPort(portsFor(0))).toBeUndefined();
});

it('agrees with fetch itself', async () => {
  const refusedByFetch = async (port: number): Promise<boolean> => {
    const error: unknown = await fetch(`http://127.0.0.1:${port}/`).catch(
      (reason: unknown) => reason,
    );
    return error instanceof TypeError && (error.cause as Error).message === 'bad port';
  };
  for (const offset of [45, 190, 1060, 1061, 2000, 2566, 2665, 2669, 2679, 2697, 6080, 100, 1000]) {
    const { gateway } = portsFor(offset);
    const sentence = blockedPort({ ...portsFor(0), gateway });
    expect([gateway, sentence !== undefined]).toEqual([gateway, await refusedByFetch(gateway)]);
  }
});

it('adds the offset to every port', () => {
  expect(portsFor(100)).toMatchObject({ gateway: 4100, kubernetes: 16543 });
});

it('names the port, what it is for and who holds it', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const wanted = { ...portsFor(0), gateway: port };
  const refused = await requireFreePorts(wanted).catch((error: unknown) => error);
  await new Promise((resolve) => server.close(resolve));
  expect(refused).toBeInstanceOf(PortTaken);
  expect((refused as PortTaken).pid).toBe(process.pid);
  expect((refused as PortTaken).message).toContain(
    `port ${port} (gateway) is taken by process ${process.pid}`,
  );
});

it('is held by one at a time, and free again when its holder is gone', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'aicp-lock-')), 'lock.db');
  const first = takeLock(path);
  expect(() => takeLock(path)).toThrow(AlreadyRunning);
  first[Symbol.dispose]();
  const second = takeLock(path);
  second[Symbol.dispose]();
});
