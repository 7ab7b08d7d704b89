import { isObject, listOf, objectOf } from '@aicp/gateway/formats/json/members';
import type { OutputGuard } from '@aicp/gateway/guardrails/output/output-guard';
import type { Slices } from '@aicp/gateway/guardrails/output/slices';
import { OpenTexts, wholeText, type TextRest } from '../../chat-texts/open-texts.ts';
import { PartedTexts } from '../../chat-texts/parted-texts.ts';
import {
  OF_ANSWER,
  OF_CALL,
  OF_CANDIDATE,
  OF_CONTENT,
  OF_FEEDBACK,
  OF_PART,
  referenceName,
} from './answer-forms.ts';
import { GuardedValues, type Members, type Own, type Place } from './guarded-values.ts';
import { PartialArgs } from './partial-args.ts';
import { TextRuns } from './text-runs.ts';

interface Reading {
  /** Whether there is nothing but the one answer. */
  readonly isWhole: boolean;
  /** Whether all candidates are read as one, as who asked for one may. */
  readonly isOne: boolean;
}

/** Looks at answers of generateContent, and at the events of a stream, and gives them as they may go on: anew, from what was read of them. */
export class GuardedParts {
  /** Whether any text has gone on. */
  hasText = false;
  private readonly guard: OutputGuard;
  private readonly texts: OpenTexts;
  private readonly runs: TextRuns;
  private readonly values: GuardedValues;
  private readonly args: PartialArgs;
  private readonly isOne: boolean;
  /** The texts of a document, of which all parts are there; undefined where more may come. */
  private readonly parted: PartedTexts | undefined;

  constructor(guard: OutputGuard, { isWhole, isOne }: Reading) {
    this.guard = guard;
    this.isOne = isOne;
    this.parted = isWhole ? new PartedTexts(guard) : undefined;
    this.texts = new OpenTexts(guard);
    this.runs = new TextRuns(guard, this.texts);
    this.values = new GuardedValues(guard, this.texts);
    this.args = new PartialArgs(guard, this.values);
  }

  /** An answer, or what came of one. What is held back of its texts is for `rest`. */
  *take(answer: Members): Slices<Members> {
    const place = { choice: 0, key: '' };
    const told = yield* this.values.members(answer, place, OF_ANSWER, (name, value) => {
      if (name === 'candidates' && Array.isArray(value)) return this.candidates(value as unknown[]);
      return name === 'promptFeedback' && isObject(value)
        ? this.values.members(value, { choice: 0, key: name }, OF_FEEDBACK)
        : undefined;
    });
    this.parted?.endAll();
    return told;
  }

  /** What was held back of a candidate's texts, as parts. */
  rest(index: number): Members[] {
    if (this.guard.stoppedBy) return [];
    const parts: Members[] = this.texts.end(index).map(partOf);
    const partialArgs = this.args.rest(index);
    if (partialArgs.length > 0) parts.push({ functionCall: { partialArgs } });
    this.hasText ||= parts.length > 0;
    return parts;
  }

  /** As which one a candidate is read. */
  choiceOf(candidate: unknown, place: number): number {
    return this.isOne ? 0 : indexOf(candidate, place);
  }

  private *candidates(candidates: readonly unknown[]): Slices<unknown[]> {
    const out: unknown[] = [];
    for (const [at, candidate] of candidates.entries()) {
      if (this.guard.stoppedBy) break;
      const place = { choice: this.choiceOf(candidate, at), key: '' };
      out.push(yield* this.object(candidate, place, (value) => this.candidate(value, place)));
    }
    return out;
  }

  /** `logprobsResult` would tell the text a second time. */
  private *candidate(candidate: Members, place: Place): Slices<Members> {
    const told = Object.entries(candidate).filter(([name]) => referenceName(name) !== LOGPROBS);
    return yield* this.values.members(
      Object.fromEntries(told),
      place,
      OF_CANDIDATE,
      (name, value) =>
        name === 'content' && isObject(value) ? this.content(value, place) : undefined,
    );
  }

  private content(content: Members, place: Place): Slices<Members> {
    return this.values.members(content, place, OF_CONTENT, (name, value) =>
      name === 'parts' && Array.isArray(value) ? this.parts(value as unknown[], place) : undefined,
    );
  }

  private *parts(parts: readonly unknown[], place: Place): Slices<unknown[]> {
    const out: unknown[] = [];
    for (const part of parts) {
      if (this.guard.stoppedBy) break;
      if (isObject(part) && !isText(part)) out.push(...this.cut(place));
      out.push(yield* this.object(part, place, (value) => this.part(value, place)));
    }
    return out;
  }

  /** What was held back of texts goes before what is none. In a document each stays in its part. */
  private cut({ choice }: Place): Members[] {
    const parts = this.parted ? [] : this.runs.cut(choice).map(partOf);
    this.hasText ||= parts.length > 0;
    return parts;
  }

  private part(part: Members, { choice }: Place): Slices<Members> {
    const key = part['thought'] === true ? THOUGHT : TEXT;
    return this.values.members(part, { choice, key: 'part' }, OF_PART, (name, value) => {
      if (name === 'text' && typeof value === 'string') return this.text(value, { choice, key });
      return name === 'functionCall' && isObject(value) ? this.called(value, choice) : undefined;
    });
  }

  private *text(text: string, { choice, key }: Place): Slices<unknown> {
    if (this.parted) return yield* this.parted.take(`${choice}/${key}`, text);
    const out = yield* this.runs.push(text, { choice, key });
    this.hasText ||= out !== '';
    return out;
  }

  private *called(call: Members, choice: number): Slices<Members> {
    this.hasText = true;
    const isOver = call['willContinue'] !== true && call['will_continue'] !== true;
    const place = { choice, key: 'call' };
    const own: Own = (name, value) => {
      if (name === 'args') return this.arguments(value);
      return name === 'partialArgs' && Array.isArray(value)
        ? this.args.take(value as unknown[], place, isOver)
        : undefined;
    };
    const out = yield* this.values.members(call, place, OF_CALL, own);
    const rest = isOver ? this.args.rest(choice) : [];
    return rest.length === 0 ? out : { ...out, partialArgs: rest };
  }

  /** Arguments stay JSON, whatever is replaced in them. */
  private *arguments(args: unknown): Slices<unknown> {
    const out = yield* wholeText(this.guard, 'json', JSON.stringify(args));
    return this.guard.stoppedBy ? null : (JSON.parse(out) as unknown);
  }

  /** What should be an object; anything else is looked at as it is. */
  private object(
    value: unknown,
    place: Place,
    take: (value: Members) => Slices<Members>,
  ): Slices<unknown> {
    return isObject(value) ? take(value) : this.values.value(value, place);
  }
}

const TEXT = 'text';
const THOUGHT = 'thought';
const LOGPROBS = 'logprobsResult';

/** A part of a stream that has no text is one of a text too, where nothing else is in it: a signature may stand alone. */
const isText = (part: Members): boolean =>
  typeof part['text'] === 'string' ||
  Object.keys(part).every((name) =>
    ['text', 'thought', 'thoughtSignature'].includes(referenceName(name)),
  );

/** What is left of a text, as a part. */
const partOf = ({ key, text }: TextRest): Members =>
  key === THOUGHT ? { text, thought: true } : { text };

const indexOf = (candidate: unknown, place: number): number => {
  const index = objectOf(candidate)?.index;
  return typeof index === 'number' ? index : place;
};

/** A candidate with more to say: at the last text of its kind, or else behind it. */
export function withTexts(candidate: Members, texts: readonly Members[]): Members {
  if (texts.length === 0) return candidate;
  const content = objectOf(candidate['content']) ?? { role: 'model' };
  const parts = [...listOf(content.parts)];
  for (const rest of texts) {
    const at = parts.findLastIndex((part) => isTextLike(part, rest));
    const text = objectOf(parts[at]);
    if (text) parts[at] = { ...text, text: `${String(text.text)}${String(rest['text'])}` };
    else parts.push(rest);
  }
  return { ...candidate, content: { ...content, parts } };
}

const isTextLike = (part: unknown, other: Members): boolean => {
  const { text, thought } = objectOf(part) ?? {};
  const isText = typeof text === 'string' && typeof other['text'] === 'string';
  return isText && (thought === true) === (other['thought'] === true);
};
