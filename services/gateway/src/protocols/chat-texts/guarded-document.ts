import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import type { Shape } from './answer-shapes.ts';
import { findTexts, type FoundText, textOf } from './find-texts.ts';
import { type Edit, edited } from './json-places.ts';
import { wholeText } from './open-texts.ts';

/**
 * A whole answer as it may go on: only what guardrails replaced is written anew. Undefined where they stopped it. `body` is known
 * to be a JSON object. `shape`: what it is; absent: a chat completion.
 */
export function* guardDocument(
  body: Buffer,
  guard: OutputGuard,
  shape?: Shape,
): Slices<Buffer | undefined> {
  const json = body.toString();
  const found = findTexts(json, shape);
  for (const what of found.unseen) if (!guard.passUnseen(what)) return undefined;
  const edits = [...found.blanks];
  for (const text of found.texts) {
    const edit = yield* editOf(json, text, guard);
    if (guard.stoppedBy) return undefined;
    if (edit) edits.push(edit);
  }
  if (edits.length === 0) return body;
  edits.sort((one, other) => one.start - other.start);
  return Buffer.from(edited(json, edits));
}

function* editOf(json: string, found: FoundText, guard: OutputGuard): Slices<Edit | undefined> {
  const text = textOf(json, found);
  const out = yield* wholeText(guard, found.how, text);
  return out === text ? undefined : editTo(found, out);
}

/** Writes `out` in the place of a text. */
export const editTo = ({ start, end, how }: FoundText, out: string): Edit => ({
  start,
  end,
  text: how === 'json' ? out : JSON.stringify(out),
});
