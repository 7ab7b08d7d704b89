import { kindOf, parseHead, parseIntent } from './codec.ts';
import { systemDisk, type JournalDisk } from './disk.ts';
import { listSegments, readLines, type Segment } from './segments.ts';

/** The segments that may hold something of requests that came since a moment (milliseconds since 1970), oldest first; without one, all. */
export async function segmentsSince(
  directory: string,
  since: number | undefined,
  disk: JournalDisk = systemDisk,
): Promise<readonly Segment[]> {
  const segments = await listSegments(directory, disk);
  if (since === undefined) return segments;
  for (let index = segments.length - 1; index > 0; index -= 1) {
    const segment = segments[index];
    const began = segment && (await firstMoment(segment, disk));
    if (began !== undefined && began < since) return segments.slice(index);
  }
  return segments;
}

/** When the first request came that a segment does not repeat from one before it. */
async function firstMoment(segment: Segment, disk: JournalDisk): Promise<number | undefined> {
  let repeated: number | undefined;
  for await (const line of readLines(segment, disk)) {
    if (repeated === undefined) {
      const head = parseHead(line);
      repeated = head ? head.carried + head.again : 0;
      if (head) continue;
    }
    if (repeated > 0) repeated -= 1;
    else if (kindOf(line) === 'intent') {
      const intent = parseIntent(line);
      // One that is written again came long before its line.
      if (!intent?.att) return intent?.at;
    }
  }
  return undefined;
}
