import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Keeps a list of process ids, one `+ PID` or `- PID` a line, until its standard input ends; then kills those on the list and removes a
 * folder. The system ends the input together with the process that holds the other side, whatever ends that one, kill -9 included.
 */
const SCRIPT = `
trap '' HUP INT TERM
live=' '
while read -r sign pid; do
  case $sign in
    +) live="$live$pid " ;;
    -) case $live in *" $pid "*) live="\${live%% $pid *} \${live#* $pid }" ;; esac ;;
  esac
done
for pid in $live; do kill -9 "$pid"; done
for try in 1 2 3 4 5; do [ -z "$1" ] || rm -rf -- "$1" && break; sleep 0.2; done
`;

/** A process that must not outlive the test process. */
export interface Mortal {
  readonly pid: number;
  /** Resolves when it has ended by itself: its id may soon be somebody else's. */
  readonly ended: Promise<unknown>;
}

/** Ends processes and removes a folder when this process is gone. A shell, because it must outlive us and cost next to nothing. */
export class Reaper {
  private readonly shell: ChildProcess;
  private readonly living = new Set<Promise<void>>();

  /** `folder`: what to remove at the end; none where undefined. */
  constructor(folder: string | undefined) {
    this.shell = spawn('sh', ['-c', SCRIPT, 'reaper', folder ?? ''], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
  }

  /** Keeps a process on the list until it ends. */
  watch({ pid, ended }: Mortal): void {
    this.shell.stdin?.write(`+ ${pid}\n`);
    const gone = ended.then(() => {
      this.living.delete(gone);
      if (this.shell.stdin?.writable) this.shell.stdin.write(`- ${pid}\n`);
    });
    this.living.add(gone);
  }

  /** Kills what is on the list and removes the folder, now. Resolves when all of it is gone. */
  async reap(): Promise<void> {
    const exited = new Promise<void>((resolve) => {
      if (this.shell.exitCode === null) this.shell.once('exit', () => resolve());
      else resolve();
    });
    this.shell.stdin?.end();
    await Promise.all([exited, ...this.living]);
  }
}
