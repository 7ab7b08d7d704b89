import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** How often it is looked whether another process is done, ms. */
const EVERY_MS = 200;
/** So long another process may take, ms. */
const PATIENCE_MS = 180_000;
/** A place without the id of its process is one that was taken this moment, or was left behind; after so long it is the latter, ms. */
const ABANDONED_MS = 10_000;

/** The folder beside a build in which the next one is made. Who has it is the only process that builds there. */
export class BuildPlace {
  /** Where to build. */
  readonly fresh: string;
  private readonly folder: string;
  private readonly target: string;

  private constructor(target: string) {
    this.target = target;
    this.folder = folderOf(target);
    this.fresh = join(this.folder, 'dist');
  }

  /** Takes the folder; waits while another process has it. Rejects where that takes too long, or nothing can be written there. */
  static async take(target: string): Promise<BuildPlace> {
    const folder = folderOf(target);
    await mkdir(dirname(target), { recursive: true });
    const deadline = performance.now() + PATIENCE_MS;
    while (!(await make(folder))) {
      if (await isAbandoned(folder)) await rm(folder, { recursive: true, force: true });
      else if (performance.now() > deadline)
        throw new Error(`another process builds the console in ${folder} and does not end`);
      else await delay(EVERY_MS);
    }
    return new BuildPlace(target);
  }

  /** Puts what was built where it is served from: who asks gets the old one, or the new one, and never half of one. */
  async putInPlace(): Promise<void> {
    await rename(this.target, join(this.folder, 'old')).catch(unlessGone);
    await rename(this.fresh, this.target);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

const folderOf = (target: string): string => `${target}.building`;
const ownerOf = (folder: string): string => join(folder, 'pid');

async function make(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  await writeFile(ownerOf(folder), String(process.pid));
  return true;
}

async function isAbandoned(folder: string): Promise<boolean> {
  const owner = Number(await readFile(ownerOf(folder), 'utf8').catch(() => ''));
  if (owner > 0) return !isAlive(owner);
  const made = await stat(folder).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs > ABANDONED_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function unlessGone(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
