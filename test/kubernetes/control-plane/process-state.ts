import { readFileSync, readdirSync } from 'node:fs';

/** Whether a process still runs. One that ended and whose parent has not looked yet (a zombie) does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/\) Z /.test(stat);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH' || code === 'ENOENT') return false;
    throw error;
  }
}

/** Whether every thread of a process stands still, as SIGSTOP has it. Where there is no /proc, it is believed to. */
export function isStopped(pid: number): boolean {
  if (process.platform !== 'linux') return true;
  const threads = `/proc/${pid}/task`;
  return readdirSync(threads).every((thread) =>
    /\) T /.test(readFileSync(`${threads}/${thread}/stat`, 'utf8')),
  );
}

/** The most memory that a process ever held, in MiB; 0 where the system does not say (only Linux does). */
export const peakMemoryMiB = (pid: number): number => readMiB(pid, 'VmHWM');

/** The memory that a process holds, in MiB; 0 where the system does not say. */
export const memoryMiB = (pid: number): number => readMiB(pid, 'VmRSS');

function readMiB(pid: number, field: 'VmHWM' | 'VmRSS'): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(
    Number(new RegExp(`^${field}:\\s+([0-9]+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024,
  );
}
