import { parseJson } from '@aicp/common/json/parse-json';
import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import { isObject } from '../../formats/json/members.ts';
import { ResponseWalk } from './response-walk.ts';
import { SettledTexts } from './settled-texts.ts';

/** A whole response as guardrails let it go on, which is known to be a JSON object; undefined where they stopped it. */
export function* guardResponse(answer: Buffer, guard: OutputGuard): Slices<Buffer | undefined> {
  const response = parseJson(answer.toString());
  if (!isObject(response)) throw new TypeError('a response that was checked is no JSON object');
  const out = yield* new ResponseWalk(guard, new SettledTexts(guard)).response(response);
  return guard.stoppedBy ? undefined : Buffer.from(JSON.stringify(out));
}
