import { listProcesses, processesOf } from './process-table.ts';

/** Sends a signal to a whole group. Whether there was anybody in it. */
export const signalGroup = (group: number, signal: NodeJS.Signals): boolean =>
  signalled(-group, signal);

/** Ends a program at once: its group, and what of it has left the group and still hangs on it. */
export async function killAll(root: number): Promise<void> {
  const left = processesOf(root, await listProcesses());
  signalGroup(root, 'SIGKILL');
  for (const { pid } of left) signalled(pid, 'SIGKILL');
}

function signalled(target: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(target, signal);
    return true;
  } catch (error) {
    // It has ended, or a process of another user has its number now.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH' || code === 'EPERM') return false;
    throw error;
  }
}
