import type { Driver } from './cluster.ts';
import { kindDriver } from './kind/kind-cluster.ts';
import { nodeDriver } from './node/node-cluster.ts';

const DRIVERS = [kindDriver, nodeDriver];

/** The driver of that name; without one, the first that can run here. Throws with what is missing where none can. */
export async function chooseDriver(name: string | undefined): Promise<Driver> {
  const candidates = DRIVERS.filter((driver) => name === undefined || driver.name === name);
  const why: string[] = [];
  for (const driver of candidates) {
    const obstacles = await driver.obstacles();
    if (obstacles.length === 0) return driver;
    why.push(...obstacles.map((obstacle) => `${driver.name}: ${obstacle}`));
  }
  const known = DRIVERS.map((driver) => driver.name).join(' or ');
  throw new Error(
    why.length > 0
      ? `no cluster can be had on this machine:\n${why.join('\n')}`
      : `AICP_E2E_DRIVER is ${known}`,
  );
}
