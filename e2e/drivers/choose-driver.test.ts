import { describe, expect, it } from 'vitest';
import { chooseDriver } from './choose-driver.ts';
import type { Driver } from './cluster.ts';

const driver = (name: string, ...obstacles: string[]): Driver => ({
  name,
  obstacles: async () => await Promise.resolve(obstacles),
  start: async () => await Promise.reject(new Error('nobody asked for it')),
});

describe('the choice of a driver', () => {
  it('falls on the first that can run', async () => {
    const chosen = await chooseDriver([driver('a', 'no'), driver('b'), driver('c')], undefined);
    expect(chosen.name).toBe('b');
  });

  it('falls on none but the one that is named', async () => {
    const drivers = [driver('a'), driver('b', 'b needs root')];
    await expect(chooseDriver(drivers, 'b')).rejects.toThrow('\nb: b needs root');
    expect((await chooseDriver(drivers, 'a')).name).toBe('a');
  });

  it('says of each what it lacks where none can run', async () => {
    const drivers = [driver('a', 'no Docker'), driver('b', 'no root', 'no Linux')];
    await expect(chooseDriver(drivers, undefined)).rejects.toThrow(
      'no cluster can be had on this machine:\na: no Docker\nb: no root\nb: no Linux',
    );
  });

  it('says which there are where the name is none', async () => {
    await expect(chooseDriver([driver('a'), driver('b')], 'minikube')).rejects.toThrow('a or b');
  });
});
