import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { WatchEvent } from './api.ts';
import { kubernetesError } from './errors.ts';
import type { KubernetesObject } from './objects.ts';

const frame = z.object({
  type: z.enum(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']),
  object: z.looseObject({}),
});

/**
 * Reads the events of a watch: JSON documents, one a line. Resolves at the end of the stream; rejects where it breaks, holds what
 * is no event, or an ERROR of the server (410 for a version that is gone). The reader of client-node is not used: it takes U+2028
 * within a value for the end of a line and drops the two halves without a word.
 */
export async function readWatch(
  body: Readable,
  onEvent: (event: WatchEvent) => void,
): Promise<void> {
  let rest: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      rest.push(chunk.subarray(from, at));
      deliver(Buffer.concat(rest).toString(), onEvent);
      rest = [];
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
}

function deliver(line: string, onEvent: (event: WatchEvent) => void): void {
  if (line.trim() === '') return;
  const { type, object } = frame.parse(JSON.parse(line));
  if (type === 'ERROR') throw kubernetesError({ status: 500, body: object });
  onEvent({ type, object: object as unknown as KubernetesObject });
}
