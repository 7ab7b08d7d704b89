import { join } from 'node:path';
import { isMissing, systemDisk, type JournalDisk } from './disk.ts';

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
export async function listSegments(
  directory: string,
  disk: JournalDisk = systemDisk,
): Promise<Segment[]> {
  await disk.makeDirectory(directory);
  const names = await disk.list(directory);
  return names
    .flatMap((name) => SEGMENT_NAME.exec(name)?.[1] ?? [])
    .map((digits) => segmentAt(directory, Number(digits)))
    .sort((a, b) => a.number - b.number);
}

/** Bytes of a segment; 0 where it is gone. */
export async function sizeOf({ path }: Segment, disk: JournalDisk = systemDisk): Promise<number> {
  try {
    return await disk.sizeOf(path);
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

/**
 * The whole lines of a segment; none where it is gone. What stands after the last newline was torn by a crash, or is being written now,
 * and is left out.
 */
export async function* readLines(
  { path }: Segment,
  disk: JournalDisk = systemDisk,
): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of disk.read(path)) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
