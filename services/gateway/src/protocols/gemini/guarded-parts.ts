import { isObject, listOf, objectOf, textOf } from '../../formats/json/members.ts';
import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import { OpenTexts, wholeText } from '../chat-texts/open-texts.ts';

type Members = Record<string, unknown>;

/** Members of an answer and of a candidate that hold no text of the model. */
const PLAIN = new Set([
  ...['usageMetadata', 'modelVersion', 'responseId', 'createTime', 'candidates', 'index'],
  ...['finishReason', 'avgLogprobs', 'tokenCount', 'content', 'safetyRatings', 'blockReason'],
]);
/** Parts that nobody can look at. */
const MEDIA = new Set(['inlineData', 'fileData']);
/** What a part says beside what it holds. */
const OF_PART = new Set(['thought', 'thoughtSignature', 'videoMetadata', 'mediaResolution']);

/** Looks at answers of generateContent, and at the events of a stream, and writes into them what may go on. */
export class GuardedParts {
  /** Whether any text has gone on. */
  hasText = false;
  private readonly guard: OutputGuard;
  private readonly texts: OpenTexts;

  constructor(guard: OutputGuard) {
    this.guard = guard;
    this.texts = new OpenTexts(guard);
  }

  /** Changes an answer, or what came of one. What is held back of its texts is for `rest`. */
  *take(answer: Members): Slices<void> {
    yield* this.others(answer, PLAIN);
    for (const [place, candidate] of listOf(answer['candidates']).entries()) {
      if (this.guard.stoppedBy) return;
      if (isObject(candidate)) yield* this.candidate(candidate, indexOf(candidate, place));
    }
  }

  /** What was held back of a candidate's texts, as parts. */
  rest(index: number): Members[] {
    if (this.guard.stoppedBy) return [];
    const rests = this.texts.end(index);
    this.hasText ||= rests.length > 0;
    return rests.map(({ key, text }) => (key === THOUGHT ? { text, thought: true } : { text }));
  }

  private *candidate(candidate: Members, index: number): Slices<void> {
    yield* this.others(candidate, PLAIN);
    for (const part of listOf(objectOf(candidate['content'])?.parts)) {
      if (this.guard.stoppedBy) return;
      if (isObject(part)) yield* this.part(part, index);
    }
  }

  private *part(part: Members, index: number): Slices<void> {
    for (const [name, value] of Object.entries(part)) {
      if (this.guard.stoppedBy) return;
      if (name === 'text' && typeof value === 'string')
        part[name] = yield* this.text(value, index, part['thought'] === true);
      else if (name === 'functionCall' && isObject(value)) yield* this.called(value);
      else if (MEDIA.has(name)) this.guard.passUnseen(kindOf(value));
      else if (!OF_PART.has(name)) part[name] = yield* this.whole(value);
    }
  }

  private *text(text: string, choice: number, isThought: boolean): Slices<string> {
    const key = isThought ? THOUGHT : TEXT;
    const out = yield* this.texts.push({ start: 0, end: 0, choice, key, how: 'text' }, text);
    this.hasText ||= out !== '';
    return out;
  }

  /** Arguments stay JSON, whatever is replaced in them. */
  private *called(call: Members): Slices<void> {
    this.hasText = true;
    const { args, ...others } = call;
    if (args !== undefined) {
      const out = yield* wholeText(this.guard, 'json', JSON.stringify(args));
      if (this.guard.stoppedBy) return;
      call['args'] = JSON.parse(out) as unknown;
    }
    for (const [name, value] of Object.entries(others)) call[name] = yield* this.whole(value);
  }

  private *others(members: Members, plain: ReadonlySet<string>): Slices<void> {
    for (const [name, value] of Object.entries(members)) {
      if (this.guard.stoppedBy) return;
      if (!plain.has(name)) members[name] = yield* this.whole(value);
    }
  }

  /** Every string of a value, each for itself. */
  private *whole(value: unknown): Slices<unknown> {
    if (typeof value === 'string') return yield* wholeText(this.guard, 'whole', value);
    if (Array.isArray(value)) {
      const all: unknown[] = [];
      for (const one of value as unknown[]) all.push(yield* this.whole(one));
      return all;
    }
    if (!isObject(value)) return value;
    const members: Members = {};
    for (const [name, one] of Object.entries(value)) {
      const written = yield* wholeText(this.guard, 'whole', name);
      members[written] = yield* this.whole(one);
    }
    return members;
  }
}

const TEXT = 'text';
const THOUGHT = 'thought';

export const indexOf = (candidate: Members, place: number): number =>
  typeof candidate['index'] === 'number' ? candidate['index'] : place;

function kindOf(value: unknown): string {
  const mimeType = textOf(objectOf(value)?.mimeType) ?? '';
  return ['image', 'audio', 'video'].find((kind) => mimeType.startsWith(kind)) ?? 'file';
}

/** Adds texts to what a candidate says: to the last text of their kind, or else behind it. */
export function addTexts(candidate: Members, texts: readonly Members[]): void {
  if (texts.length === 0) return;
  const content = objectOf(candidate['content']) ?? { role: 'model' };
  const parts = [...listOf(content.parts)];
  for (const rest of texts) {
    const at = parts.findLastIndex((part) => isTextLike(part, rest));
    const text = objectOf(parts[at]);
    if (text) parts[at] = { ...text, text: `${String(text.text)}${String(rest['text'])}` };
    else parts.push(rest);
  }
  candidate['content'] = { ...content, parts };
}

const isTextLike = (part: unknown, other: Members): boolean => {
  const { text, thought } = objectOf(part) ?? {};
  return typeof text === 'string' && (thought === true) === (other['thought'] === true);
};
