import { readFileSync } from 'node:fs';

/** The most memory that a process ever held, in MiB; 0 where the system does not say (only Linux does). */
export function peakMemoryMiB(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+([0-9]+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
}
