import type { Driver } from './cluster.ts';

/** The driver of that name; without one, the first that can run here. Throws with what is missing where none can. */
export async function chooseDriver(
  drivers: readonly Driver[],
  name: string | undefined,
): Promise<Driver> {
  const candidates = drivers.filter((driver) => name === undefined || driver.name === name);
  if (candidates.length === 0) {
    throw new Error(`AICP_E2E_DRIVER is ${drivers.map((driver) => driver.name).join(' or ')}`);
  }
  const why: string[] = [];
  for (const driver of candidates) {
    const obstacles = await driver.obstacles();
    if (obstacles.length === 0) return driver;
    why.push(...obstacles.map((obstacle) => `${driver.name}: ${obstacle}`));
  }
  throw new Error(`no cluster can be had on this machine:\n${why.join('\n')}`);
}
