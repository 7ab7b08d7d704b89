import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import { guardTexts } from '../plain/guarded-plain.ts';
import { MEDIA_MEMBERS } from './media-members.ts';

/** An answer that holds pictures as it may go on: every text beside them is looked at. Undefined where guardrails stopped it. */
export function* guardMedia(body: Buffer, guard: OutputGuard): Slices<Buffer | undefined> {
  const json = body.toString();
  const out = yield* guardTexts(json, guard, MEDIA_MEMBERS);
  if (out === undefined) return undefined;
  return out === json ? body : Buffer.from(out);
}
