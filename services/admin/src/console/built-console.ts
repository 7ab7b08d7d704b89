import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@aicp/common/time/clock';

/** A build that began so long ago and is not done was cut off, ms. */
const LONGEST_BUILD_MS = 5 * 60_000;

/** The console's page as it was built, before it is filled in, or why there is none. */
export type BuiltPage =
  | { readonly type: 'page'; readonly html: string }
  | { readonly type: 'building' }
  | { readonly type: 'missing' };

/** The directory of the built console. It may appear, and be replaced by another one, at any time. */
export class BuiltConsole {
  private readonly directory: string | undefined;
  private readonly clock: Pick<Clock, 'now'>;

  constructor(options: {
    /** Undefined: there is none, and none will come. */
    readonly directory: string | undefined;
    readonly clock: Pick<Clock, 'now'>;
  }) {
    this.directory = options.directory;
    this.clock = options.clock;
  }

  async page(): Promise<BuiltPage> {
    const { directory } = this;
    if (directory === undefined) return { type: 'missing' };
    const html = await unlessMissing(readFile(join(directory, 'index.html'), 'utf8'));
    if (html !== undefined) return { type: 'page', html };
    // Whoever builds it does so in a folder of this name, and puts it in its place when it is whole.
    const begun = await unlessMissing(stat(`${directory}.building`));
    const isRecent = begun !== undefined && this.clock.now() - begun.mtimeMs < LONGEST_BUILD_MS;
    return { type: isRecent ? 'building' : 'missing' };
  }

  /** Where a file of the console is (`assets/index-abc.js`); undefined where there is none. */
  async file(path: string): Promise<string | undefined> {
    if (this.directory === undefined) return undefined;
    const whole = join(this.directory, path);
    const found = await unlessMissing(stat(whole));
    return found?.isFile() === true ? whole : undefined;
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
