import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
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
  /** Why it gave up, where it did. */
  failure: z.string().nullable(),
});
export type UpState = z.output<typeof upState>;

/** Replaces the state file, so that a reader never sees half of it. */
export function writeState(path: string, state: UpState): void {
  writeFileSync(`${path}.tmp`, JSON.stringify(state, null, 2), { mode: 0o600 });
  renameSync(`${path}.tmp`, path);
}

/** The state on disk, or undefined where nothing was ever started here. */
export function readState(path: string): UpState | undefined {
  if (!existsSync(path)) return undefined;
  const parsed = upState.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  return parsed.success ? parsed.data : undefined;
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

/** Linux alone says so without a tool. */
function isZombie(pid: number): boolean {
  const stat = unlessGone(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '');
  return /^\d+ \(.*\) Z/s.test(stat);
}
