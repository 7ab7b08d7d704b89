import { setTimeout as delay } from 'node:timers/promises';
import type { DataPaths } from '../data/paths.ts';
import { PortTaken, requireFreePorts, type Ports } from '../data/ports.ts';
import { readState } from '../data/state.ts';

const PATIENCE_MS = 10_000;

/**
 * Like requireFreePorts, but knows that after a kill -9 of the supervisor its processes take a moment to end: it waits for them, and
 * ends one that hangs. A port held by anybody else is refused at once.
 */
export async function requirePorts(ports: Partial<Ports>, paths: DataPaths): Promise<void> {
  const ours = (readState(paths.state)?.services ?? []).map(({ pid }) => pid);
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await requireFreePorts(ports);
      return;
    } catch (error) {
      if (!(error instanceof PortTaken) || error.pid === undefined) throw error;
      if (!ours.includes(error.pid)) throw error;
      if (performance.now() > deadline) process.kill(error.pid, 'SIGKILL');
      await delay(50);
    }
  }
}
