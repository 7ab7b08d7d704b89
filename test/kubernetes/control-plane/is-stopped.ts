import { readdirSync, readFileSync } from 'node:fs';

/** Whether every thread of a process stands still, as SIGSTOP has it. Where there is no /proc, it is believed to. */
export function isStopped(pid: number): boolean {
  if (process.platform !== 'linux') return true;
  const threads = `/proc/${pid}/task`;
  return readdirSync(threads).every((thread) =>
    /\) T /.test(readFileSync(`${threads}/${thread}/stat`, 'utf8')),
  );
}
