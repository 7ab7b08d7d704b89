import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import type { Shape } from './answer-shapes.ts';
import { findTexts, type FoundText, type FoundTexts, textOf } from './find-texts.ts';
import { type Edit, edited, type Span } from './json-places.ts';
import { wholeText } from './open-texts.ts';
import { OneChoice } from './one-choice.ts';
import { PartedTexts } from './parted-texts.ts';

/**
 * A whole answer as it may go on: only what guardrails replaced is written anew. Undefined where they stopped it. `body` is known
 * to be a JSON object. `shape`: what it is; absent: a chat completion. `isOne`: whether all of its choices are read as one, as who asked for one may.
 */
export function* guardDocument(
  body: Buffer,
  guard: OutputGuard,
  { shape, isOne = false }: { readonly shape?: Shape; readonly isOne?: boolean } = {},
): Slices<Buffer | undefined> {
  const json = body.toString();
  const found = isOne ? new OneChoice().of(findTexts(json, shape)) : findTexts(json, shape);
  for (const what of found.unseen) if (!guard.passUnseen(what)) return undefined;
  const pieces = new TextPieces(found, guard);
  for (const one of found.texts) {
    yield* pieces.take(one, textOf(json, one));
    if (guard.stoppedBy) return undefined;
  }
  const edits = [...found.blanks, ...pieces.edits];
  if (edits.length === 0) return body;
  edits.sort((one, other) => one.start - other.start);
  return Buffer.from(edited(json, edits));
}

/** The texts of an answer. Those that stand in parts of one kind are read as one. */
class TextPieces {
  /** What is written anew. */
  readonly edits: Edit[] = [];
  private readonly guard: OutputGuard;
  /** How many parts of a text are to come, and where those stand that came, by the text. */
  private readonly left = new Map<string, number>();
  private readonly came = new Map<string, FoundText[]>();
  private readonly parted: PartedTexts;
  private readonly alone: ReadonlySet<FoundText>;

  constructor({ texts, twins }: FoundTexts, guard: OutputGuard) {
    this.guard = guard;
    this.parted = new PartedTexts(guard);
    this.alone = textsIn(twins, texts);
    for (const one of texts)
      if (this.isPart(one)) this.left.set(one.key, (this.left.get(one.key) ?? 0) + 1);
  }

  *take(found: FoundText, text: string): Slices<void> {
    const { key, how } = found;
    const more = (this.left.get(key) ?? 1) - 1;
    const came = this.came.get(key) ?? [];
    if (!this.isPart(found) || (more === 0 && came.length === 0)) {
      this.write(found, text, yield* wholeText(this.guard, how, text));
      return;
    }
    this.left.set(key, more);
    came.push(found);
    this.came.set(key, came);
    yield* this.parted.take(key, text);
    if (more > 0) return;
    const parts = this.parted.end(key);
    for (const [place, part] of parts.entries()) {
      const at = came[place];
      if (at) this.write(at, part.text, part.out);
    }
  }

  private write(found: FoundText, text: string, out: string): void {
    if (out !== text) this.edits.push(editTo(found, out));
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
