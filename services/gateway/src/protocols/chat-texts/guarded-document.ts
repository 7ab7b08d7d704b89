import type { GuardedText, OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import type { Shape } from './answer-shapes.ts';
import { findTexts, type FoundText, type FoundTexts, textOf } from './find-texts.ts';
import { type Edit, edited, type Span } from './json-places.ts';
import { pushed, wholeText } from './open-texts.ts';

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
  const pieces = new TextPieces(found, guard);
  for (const one of found.texts) {
    const text = textOf(json, one);
    const out = yield* pieces.take(one, text);
    if (guard.stoppedBy) return undefined;
    if (out !== text) edits.push(editTo(one, out));
  }
  if (edits.length === 0) return body;
  edits.sort((one, other) => one.start - other.start);
  return Buffer.from(edited(json, edits));
}

/** The texts of an answer. Those that stand in parts of one kind are read as one: what is held back of a part goes on with the next. */
class TextPieces {
  private readonly guard: OutputGuard;
  /** How many parts of a text are to come, by where it stands. */
  private readonly left = new Map<string, number>();
  private readonly open = new Map<string, GuardedText>();
  private readonly alone: ReadonlySet<FoundText>;

  constructor({ texts, twins }: FoundTexts, guard: OutputGuard) {
    this.guard = guard;
    this.alone = textsIn(twins, texts);
    for (const one of texts)
      if (this.isPart(one)) this.left.set(one.key, (this.left.get(one.key) ?? 0) + 1);
  }

  *take(found: FoundText, text: string): Slices<string> {
    const { guard, left, open } = this;
    const { key, how } = found;
    if (!this.isPart(found)) return yield* wholeText(guard, how, text);
    const known = open.get(key);
    const more = (left.get(key) ?? 1) - 1;
    left.set(key, more);
    if (!known && more === 0) return yield* wholeText(guard, how, text);
    const begun = known ?? guard.open('text');
    open.set(key, begun);
    const out = yield* pushed(begun, text);
    return more > 0 || guard.stoppedBy ? out : out + begun.end();
  }

  /** What stands in a member that comes once more is read by nobody together with what comes then. */
  private isPart(found: FoundText): boolean {
    return found.how === 'text' && !this.alone.has(found);
  }
}

/** Those texts, which stand in order, that are within one of the spans. */
function textsIn(spans: readonly Span[], texts: readonly FoundText[]): ReadonlySet<FoundText> {
  const within = new Set<FoundText>();
  const sorted = [...spans].sort((one, other) => one.start - other.start);
  let next = 0;
  let end = -1;
  for (const text of texts) {
    for (let span = sorted[next]; span && span.start <= text.start; span = sorted[next]) {
      end = Math.max(end, span.end);
      next += 1;
    }
    if (text.start < end) within.add(text);
  }
  return within;
}

/** Writes `out` in the place of a text. */
export const editTo = ({ start, end, how }: FoundText, out: string): Edit => ({
  start,
  end,
  text: how === 'json' ? out : JSON.stringify(out),
});
