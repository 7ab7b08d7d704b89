import { parseJson } from '@aicp/common/json/parse-json';
import { isObject, listOf } from '@aicp/gateway/formats/json/members';
import type { OutputGuard } from '@aicp/gateway/guardrails/output/output-guard';
import type { Slices } from '@aicp/gateway/guardrails/output/slices';
import { EventSplitter } from '../../event-stream/event-splitter.ts';
import type { GuardedAnswer } from '../../protocol.ts';
import { GuardedParts, indexOf, withTexts } from './guarded-parts.ts';
import type { Members } from './guarded-values.ts';

/** A whole answer as it may go on; undefined where guardrails stopped it. `body` is known to be a JSON object. */
export function* guardDocument(body: Buffer, guard: OutputGuard): Slices<Buffer | undefined> {
  const before = body.toString();
  const parts = new GuardedParts(guard);
  const answer = yield* parts.take(JSON.parse(before) as Members);
  if (isStopped(guard)) return undefined;
  const told = withCandidates(answer, (one, place) =>
    withTexts(one, parts.rest(indexOf(one, place))),
  );
  if (isStopped(guard)) return undefined;
  const after = JSON.stringify(told);
  // What is written otherwise may hold members twice: every client reads what was looked at.
  return after === before ? body : Buffer.from(after);
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
    if (this.last) out.push(eventOf(withoutEnd(this.last)));
    this.last = undefined;
    const members = yield* this.parts.take(chunk);
    const candidates = candidatesOf(members);
    for (const [index] of candidates) this.indices.add(index);
    if (this.guard.stoppedBy) return;
    const isEnd = candidates.some(([, one]) => (one['finishReason'] ?? null) !== null);
    if (isEnd) this.last = members;
    else out.push(eventOf(members));
  }

  private endAll(out: string[]): void {
    const last = this.last ?? { candidates: [] };
    const rests = new Map([...this.indices].map((index) => [index, this.parts.rest(index)]));
    const told = withCandidates(last, (one, place) => {
      const index = indexOf(one, place);
      const rest = rests.get(index) ?? [];
      rests.delete(index);
      return withTexts(one, rest);
    });
    for (const [index, rest] of rests) if (rest.length > 0) out.push(eventOf(said(index, rest)));
    if (this.last && !this.guard.stoppedBy) out.push(eventOf(told));
  }
}

const said = (index: number, parts: readonly Members[]): Members => ({
  candidates: [{ content: { role: 'model', parts }, index }],
});

const candidatesOf = (answer: Members): [number, Members][] =>
  listOf(answer['candidates']).flatMap((one, place): [number, Members][] =>
    isObject(one) ? [[indexOf(one, place), one]] : [],
  );

/** The same answer with other candidates. */
function withCandidates(
  answer: Members,
  other: (candidate: Members, place: number) => Members,
): Members {
  const { candidates } = answer;
  if (!Array.isArray(candidates)) return answer;
  const told = (candidates as unknown[]).map((one, place) =>
    isObject(one) ? other(one, place) : one,
  );
  return { ...answer, candidates: told };
}

/** The same without the reasons why its candidates are over. */
const withoutEnd = (chunk: Members): Members =>
  withCandidates(chunk, ({ finishReason: _reason, ...rest }) => rest);

const eventOf = (chunk: Members): string => `data: ${JSON.stringify(chunk)}\n\n`;
