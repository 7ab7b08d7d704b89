import { createReadStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const SEGMENT_NAME = /^([0-9]{12})\.ndjson$/;

/** One file of the journal. */
export interface Segment {
  readonly number: number;
  readonly path: string;
}

/** The path of a segment. */
export const segmentAt = (directory: string, number: number): Segment => ({
  number,
  path: join(directory, `${String(number).padStart(12, '0')}.ndjson`),
});

/** The segments in a directory, oldest first; makes the directory where it is missing. */
export async function listSegments(directory: string): Promise<Segment[]> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const names = await readdir(directory);
  return names
    .flatMap((name) => SEGMENT_NAME.exec(name)?.[1] ?? [])
    .map((digits) => segmentAt(directory, Number(digits)))
    .sort((a, b) => a.number - b.number);
}

/** Bytes of a segment; 0 where it is gone. */
export async function sizeOf({ path }: Segment): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

/**
 * The whole lines of a segment. What stands after the last newline was torn by a crash, or is being written now, and is left out.
 */
export async function* readLines({ path }: Segment): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = (rest + (chunk as string)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
