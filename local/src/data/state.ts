import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { DataPaths } from './paths.ts';
import { unlessGone } from './unless-gone.ts';

export const serviceState = z.object({
  name: z.string(),
  /** Operating-system process that it runs in; two services may share one. */
  pid: z.number().nullable(),
  address: z.string(),
  ready: z.boolean(),
  /** How often its process was started again after it died. */
  restarts: z.number(),
});
export type ServiceState = z.output<typeof serviceState>;

/** How the console stands, which is built when the services are ready. */
const consoleState = z.object({
  /** `off`: there is none, and none is built. */
  status: z.enum(['off', 'waiting', 'building', 'ready', 'failed']),
  /** Where it is served, with a slash at the end. */
  address: z.string(),
  /** What was said while it was built. */
  log: z.string(),
});
export type ConsoleState = z.output<typeof consoleState>;

/** What the supervisor says of the installation. */
export const upState = z.object({
  supervisor: z.number(),
  version: z.string(),
  startedAt: z.string(),
  portOffset: z.number(),
  kubeconfig: z.string(),
  adminKeyFile: z.string(),
  /** `epoch.revision` that the gateway runs; null before its first. */
  configRevision: z.string().nullable(),
  ready: z.boolean(),
  services: z.array(serviceState),
  console: consoleState.optional(),
  /** Why it gave up, where it did. */
  failure: z.string().nullable(),
});
export type UpState = z.output<typeof upState>;

/** The state on disk, or undefined where nothing was ever started here. */
export function readState(path: string): UpState | undefined {
  if (!existsSync(path)) return undefined;
  const parsed = upState.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  return parsed.success ? parsed.data : undefined;
}

/** The state of an installation as it is now: what the file says of processes that are gone is corrected. */
export function currentState(paths: DataPaths): UpState | undefined {
  const state = readState(paths.state);
  if (!state) return undefined;
  const services = state.services.map((service) => {
    const alive = service.pid !== null && isAlive(service.pid);
    return alive ? service : { ...service, pid: null, ready: false };
  });
  const running = isAlive(state.supervisor);
  return { ...state, services, ready: running && state.ready && services.every((s) => s.ready) };
}

/** Whether a process lives. One that ended and was not yet cleared away by its parent does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** Only Linux shows the state of a process in a file; elsewhere the answer is no. */
function isZombie(pid: number): boolean {
  const stat = unlessGone(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '');
  return /^\d+ \(.*\) Z/s.test(stat);
}
