import { expect, it } from 'vitest';
import { blockedPort } from './blocked-ports.ts';
import { portsFor } from './ports.ts';

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
