import { readFileSync } from 'node:fs';

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
