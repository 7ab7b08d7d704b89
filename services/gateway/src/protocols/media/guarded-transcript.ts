import { parseJson } from '@aicp/common/json/parse-json';
import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import { wholeText } from '../chat-texts/open-texts.ts';
import { guardCues } from './guarded-cues.ts';
import { guardTexts } from '../plain/guarded-plain.ts';

type Members = Readonly<Record<string, unknown>>;

/** Lists that say the text once more in pieces: what stands there, by the member of theirs that has the piece, and what stood between two. */
const REPEATS = [
  { list: 'segments', member: 'text', between: '' },
  { list: 'words', member: 'word', between: ' ' },
  { list: 'logprobs', member: 'token', between: '' },
] as const;

/** A transcript as it may go on: JSON, a text or subtitles. Undefined where guardrails stopped it. */
export function* guardTranscript(body: Buffer, guard: OutputGuard): Slices<Buffer | undefined> {
  const text = body.toString();
  const isJson = text.trimStart().startsWith('{');
  const out = isJson ? yield* guardTranscriptJson(text, guard) : yield* guardCues(text, guard);
  if (out === undefined || guard.stoppedBy) return undefined;
  return out === text ? body : Buffer.from(out);
}

/**
 * A transcript in JSON, or an event of one. Every text in it is looked at. Where something was found in it, or is found across the pieces of a list that says
 * the text once more, lists go on without these: segments where it stands across two of them, words and log probabilities in any case.
 */
export function* guardTranscriptJson(json: string, guard: OutputGuard): Slices<string | undefined> {
  const out = yield* guardTexts(json, guard);
  if (out === undefined) return undefined;
  const [came, gone] = [membersOf(json), membersOf(out)];
  const blank = new Set<string>();
  for (const repeat of REPEATS) {
    if (yield* tells(repeat, { came, gone, isChanged: out !== json }, guard))
      blank.add(repeat.list);
    if (guard.stoppedBy) return undefined;
  }
  return blank.size === 0 && out === json ? json : JSON.stringify(without(gone, blank));
}

/** A transcript as it came, and as it would go on. */
interface Looked {
  readonly came: Members;
  readonly gone: Members;
  readonly isChanged: boolean;
}

/** Whether a list may tell what was found. */
function* tells(
  { list, member, between }: (typeof REPEATS)[number],
  { came, gone, isChanged }: Looked,
  guard: OutputGuard,
): Slices<boolean> {
  const texts = textsIn(came[list], member);
  if (texts.length === 0) return false;
  if (isChanged && list !== 'segments') return true;
  const left = textsIn(gone[list], member).join(between);
  return (yield* wholeText(guard, 'whole', texts.join(between))) !== left;
}

/** Ids of tokens say the text as well. */
function without(members: Members, blank: ReadonlySet<string>): Members {
  const kept = Object.entries(members).map(([name, value]) => {
    const left = name === 'segments' ? withoutTokens(value) : value;
    return [name, blank.has(name) ? [] : left];
  });
  return Object.fromEntries(kept) as Members;
}

const withoutTokens = (segments: unknown): unknown =>
  Array.isArray(segments)
    ? segments.map((one: unknown) =>
        isMembers(one) && 'tokens' in one ? { ...one, tokens: [] } : one,
      )
    : segments;

const membersOf = (json: string): Members => {
  const value = parseJson(json);
  return isMembers(value) ? value : {};
};

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textsIn(list: unknown, member: string): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown) => {
    const text = isMembers(one) ? one[member] : undefined;
    return typeof text === 'string' ? [text] : [];
  });
}
