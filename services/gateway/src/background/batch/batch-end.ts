import { parseJson } from '@aicp/common/json/parse-json';
import type { Completion } from '@aicp/contracts/usage/usage-record';
import { isObject, textOf } from '../../formats/json/members.ts';

/** A batch of which nothing more becomes. */
export interface BatchEnd {
  readonly completion: Completion;
  /** What its provider calls the files that say what became of each request. */
  readonly files: readonly string[];
}

const COMPLETIONS: ReadonlyMap<unknown, Completion> = new Map([
  ['completed', 'complete'],
  ['failed', 'provider_failed'],
  ['expired', 'provider_failed'],
  ['cancelled', 'client_gone'],
]);

/** Reads a batch; undefined where it is still under way, or none. */
export function batchEndOf(body: Buffer): BatchEnd | undefined {
  const batch = parseJson(body.toString());
  if (!isObject(batch)) return undefined;
  const completion = COMPLETIONS.get(batch['status']);
  if (completion === undefined) return undefined;
  const files = [textOf(batch['output_file_id']), textOf(batch['error_file_id'])];
  return { completion, files: files.filter((id) => id !== undefined && id !== '') as string[] };
}
