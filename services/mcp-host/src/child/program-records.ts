import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@aicp/common/log/logger';
import { z } from 'zod';
import { killAll } from './end-processes.ts';

/** A program that was started. Two processes never have all of it in common. */
const programRecord = z.object({
  pid: z.int().min(2),
  /** When it began, in ticks since the machine was started. */
  began: z.string().min(1),
  /** Which start of the machine that was. */
  boot: z.string().min(1),
});

/**
 * Files that say which programs run, so that a host which was killed without a chance to end its programs finds them when it is started again. Nothing is kept where there is no
 * /proc, as on macOS.
 */
export class ProgramRecords {
  private readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  /**
   * Ends what an earlier host left in this directory: a process with the number of a program that is not that program any more stays as it is. Rejects where the directory cannot
   * be read or written.
   */
  static async open(directory: string, log: Logger): Promise<ProgramRecords> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    for (const name of await readdir(directory)) {
      const path = join(directory, name);
      const pid = livingIn(await readFile(path, 'utf8'));
      if (pid !== undefined) {
        await killAll(pid);
        log.warn({ pid }, 'mcp_server_left_ended');
      }
      await rm(path, { force: true });
    }
    return new ProgramRecords(directory);
  }

  /** A program has been started. Throws where that cannot be written down. */
  begun(pid: number): void {
    const began = beginningOf(pid);
    const boot = bootOf();
    if (began === undefined || boot === undefined) return;
    writeFileSync(this.fileOf(pid), JSON.stringify({ pid, began, boot }), { mode: 0o600 });
  }

  /** A program has ended, and all that it started. */
  over(pid: number): void {
    rmSync(this.fileOf(pid), { force: true });
  }

  private fileOf(pid: number): string {
    return join(this.directory, `${pid}.json`);
  }
}

/** The program of a record, while it is the one that was started then; a record that was cut short names none. */
function livingIn(text: string): number | undefined {
  const record = programRecord.safeParse(parsed(text)).data;
  if (record?.boot !== bootOf()) return undefined;
  return record && beginningOf(record.pid) === record.began ? record.pid : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Of a process; undefined where there is none, or no /proc. */
function beginningOf(pid: number): string | undefined {
  // The name of the program, in parentheses, may hold whatever it likes.
  const stat = textOf(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[BEGAN];
}

/** The 22nd field of /proc/PID/stat, of which two come before the state. */
const BEGAN = 19;

const bootOf = (): string | undefined => textOf('/proc/sys/kernel/random/boot_id')?.trim();

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}
