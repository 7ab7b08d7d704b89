import { readFileSync } from 'node:fs';

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
