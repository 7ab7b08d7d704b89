import { readdirSync, readFileSync } from 'node:fs';

/** Nanoseconds of CPU that all threads of a process have used, as the Linux scheduler counts them. */
export function cpuTimeNs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'))
    .reduce((sum, stat) => sum + Number(stat.split(' ')[0]), 0);
}
