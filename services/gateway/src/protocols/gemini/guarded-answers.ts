import { parseJson } from '@aicp/common/json/parse-json';
import { isObject, listOf } from '../../formats/json/members.ts';
import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import { EventSplitter } from '../event-stream/event-splitter.ts';
import type { GuardedAnswer } from '../protocol.ts';
import { addTexts, GuardedParts, indexOf } from './guarded-parts.ts';

type Members = Record<string, unknown>;

/** A whole answer as it may go on; undefined where guardrails stopped it. `body` is known to be a JSON object. */
export function* guardDocument(body: Buffer, guard: OutputGuard): Slices<Buffer | undefined> {
  const before = body.toString();
  const answer = JSON.parse(before) as Members;
  const unchanged = JSON.stringify(answer);
  const parts = new GuardedParts(guard);
  yield* parts.take(answer);
  if (isStopped(guard)) return undefined;
  for (const [place, candidate] of listOf(answer['candidates']).entries()) {
    if (isObject(candidate)) addTexts(candidate, parts.rest(indexOf(candidate, place)));
  }
  if (isStopped(guard)) return undefined;
  const after = JSON.stringify(answer);
  // Members that stand there twice are written once: every client reads what was looked at.
  return after === unchanged && unchanged.length === before.length ? body : Buffer.from(after);
}

const isStopped = (guard: OutputGuard): boolean => guard.stoppedBy !== undefined;

/**
 * A stream as it may go on. An event that says that a candidate is over waits for the end: some versions of the API say so in every event. What is held back of its
 * text goes with the last one.
 */
export class GuardedGeminiStream implements GuardedAnswer {
  private readonly guard: OutputGuard;
  private readonly parts: GuardedParts;
  private readonly events = new EventSplitter();
  private readonly indices = new Set<number>();
  private last: Members | undefined;

  constructor(guard: OutputGuard) {
    this.guard = guard;
    this.parts = new GuardedParts(guard);
  }

  get hasText(): boolean {
    return this.parts.hasText;
  }

  *push(piece: Buffer): Slices<Buffer> {
    const { events } = this;
    const out: string[] = [];
    events.begin(piece);
    while (events.next() !== -1 && !this.guard.stoppedBy) yield* this.take(out);
    return Buffer.from(out.join(''));
  }

  *end(): Slices<Buffer> {
    const out: string[] = [];
    if (!this.guard.stoppedBy && this.events.finish()) yield* this.take(out);
    if (!this.guard.stoppedBy) this.endAll(out);
    return Buffer.from(out.join(''));
  }

  private *take(out: string[]): Slices<void> {
    const { data } = this.events;
    const chunk = data && parseJson(data.toString());
    if (!isObject(chunk)) return;
    const members = chunk as Members;
    if (this.last) out.push(eventOf(withoutEnd(this.last)));
    this.last = undefined;
    yield* this.parts.take(members);
    const candidates = candidatesOf(members);
    for (const [index] of candidates) this.indices.add(index);
    if (this.guard.stoppedBy) return;
    const isEnd = candidates.some(([, one]) => (one['finishReason'] ?? null) !== null);
    if (isEnd) this.last = members;
    else out.push(eventOf(members));
  }

  private endAll(out: string[]): void {
    const last: Members = this.last ?? { candidates: [] };
    const known = new Map(candidatesOf(last));
    for (const index of this.indices) {
      const rest = this.parts.rest(index);
      const candidate = known.get(index);
      if (candidate) addTexts(candidate, rest);
      else if (rest.length > 0) out.push(eventOf(said(index, rest)));
    }
    if (this.last && !this.guard.stoppedBy) out.push(eventOf(this.last));
  }
}

const said = (index: number, parts: readonly Members[]): Members => ({
  candidates: [{ content: { role: 'model', parts }, index }],
});

const candidatesOf = (answer: Members): [number, Members][] =>
  listOf(answer['candidates'])
    .map((one, place) => [one, place] as const)
    .flatMap(([one, place]): [number, Members][] =>
      isObject(one) ? [[indexOf(one, place), one as Members]] : [],
    );

/** The same without the reasons why its candidates are over. */
function withoutEnd(chunk: Members): Members {
  const candidates = listOf(chunk['candidates']).map((one) => {
    if (!isObject(one)) return one;
    const { finishReason: _reason, ...rest } = one;
    return rest;
  });
  return { ...chunk, candidates };
}

const eventOf = (chunk: Members): string => `data: ${JSON.stringify(chunk)}\n\n`;
