import { parseJson } from '@aicp/common/json/parse-json';
import type { Completion } from '@aicp/contracts/usage/usage-record';
import { isObject } from '../../formats/json/members.ts';
import { isVendorId } from '../../held/vendor-id.ts';

/** A batch of which nothing more becomes. */
export interface BatchEnd {
  readonly completion: Completion;
  /** What its provider calls the files that say what became of each request; undefined: something by which nobody can ask for them. */
  readonly files: readonly string[] | undefined;
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
  const named = [batch['output_file_id'], batch['error_file_id']];
  const files = named.filter((id) => (id ?? '') !== '');
  return { completion, files: files.every(isVendorId) ? files : undefined };
}
