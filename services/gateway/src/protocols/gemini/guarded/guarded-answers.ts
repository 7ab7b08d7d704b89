import { parseJson } from '@aicp/common/json/parse-json';
import { isObject, listOf } from '@aicp/gateway/formats/json/members';
import type { OutputGuard } from '@aicp/gateway/guardrails/output/output-guard';
import type { Slices } from '@aicp/gateway/guardrails/output/slices';
import { EventSplitter } from '../../event-stream/event-splitter.ts';
import type { GuardedAnswer } from '../../protocol.ts';
import { GuardedParts, withTexts } from './guarded-parts.ts';
import type { Members } from './guarded-values.ts';

/** A whole answer as it may go on; undefined where guardrails stopped it. `body` is known to be a JSON object. */
export function* guardDocument(
  body: Buffer,
  guard: OutputGuard,
  { isOne = false }: { readonly isOne?: boolean } = {},
): Slices<Buffer | undefined> {
  const before = body.toString();
  const parts = new GuardedParts(guard, { isWhole: true, isOne });
  const answer = yield* parts.take(JSON.parse(before) as Members);
  if (isStopped(guard)) return undefined;
  const told = withCandidates(answer, (one, place) =>
    withTexts(one, parts.rest(parts.choiceOf(one, place))),
  );
  if (isStopped(guard)) return undefined;
  const after = JSON.stringify(told);
  // What is written otherwise may hold members twice: every client reads what was looked at.
  return after === before ? body : Buffer.from(after);
}

const isStopped = (guard: OutputGuard): boolean => guard.stoppedBy !== undefined;

/**
 * A stream as it may go on. Why candidates are over is told at the end alone, once for each: some versions of the API say so in every event. What is held back of
 * their texts goes with that.
 */
export class GuardedGeminiStream implements GuardedAnswer {
  private readonly guard: OutputGuard;
  private readonly parts: GuardedParts;
  private readonly events = new EventSplitter();
  private readonly indices = new Set<number>();
  /** Why candidates are over, as was said last. */
  private readonly reasons = new Map<number, unknown>();
  /** The last event of a candidate that is over, which waits for the end. */
  private last: Members | undefined;
  /** The last event behind it that is of no candidate, with what was used as was said last. */
  private behind: Members | undefined;

  /** `isOne`: whether all candidates are read as one, as who asked for one may. */
  constructor(guard: OutputGuard, { isOne = false }: { readonly isOne?: boolean } = {}) {
    this.guard = guard;
    this.parts = new GuardedParts(guard, { isWhole: false, isOne });
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
    const members = yield* this.parts.take(chunk);
    if (this.guard.stoppedBy) return;
    const candidates = this.candidatesOf(members);
    if (candidates.length === 0) this.takeBehind(members, out);
    else this.takeCandidates(members, candidates, out);
  }

  private takeBehind(members: Members, out: string[]): void {
    const { usageMetadata } = this.behind ?? {};
    if (this.last) this.behind = { ...(usageMetadata ? { usageMetadata } : {}), ...members };
    else out.push(eventOf(members));
  }

  private takeCandidates(
    members: Members,
    candidates: readonly [number, Members][],
    out: string[],
  ): void {
    const ends = candidates.flatMap(([index, one]) => {
      this.indices.add(index);
      return hasReason(one) ? [[index, one['finishReason']] as const] : [];
    });
    for (const [index, reason] of ends) this.reasons.set(index, reason);
    this.passLast(out);
    if (ends.length > 0) this.last = withoutReasons(members);
    else out.push(eventOf(members));
  }

  /** What waited goes on, where more comes behind it. */
  private passLast(out: string[]): void {
    for (const one of [this.last, this.behind]) if (one) out.push(eventOf(one));
    this.last = undefined;
    this.behind = undefined;
  }

  private endAll(out: string[]): void {
    const rests = new Map([...this.indices].map((index) => [index, this.parts.rest(index)]));
    if (this.guard.stoppedBy) return;
    const told = withCandidates(this.last ?? { candidates: [] }, (one, place) => {
      const index = this.parts.choiceOf(one, place);
      const ended = { ...withTexts(one, rests.get(index) ?? []), ...this.reasonOf(index) };
      rests.delete(index);
      this.reasons.delete(index);
      return ended;
    });
    for (const [index, parts] of rests)
      if (parts.length > 0 || this.reasons.has(index))
        out.push(eventOf({ candidates: [{ ...said(parts), ...this.reasonOf(index), index }] }));
    if (this.last) this.last = told;
    this.passLast(out);
  }

  private candidatesOf(answer: Members): [number, Members][] {
    return listOf(answer['candidates']).flatMap((one, place): [number, Members][] =>
      isObject(one) ? [[this.parts.choiceOf(one, place), one]] : [],
    );
  }

  private reasonOf(index: number): Members {
    return this.reasons.has(index) ? { finishReason: this.reasons.get(index) } : {};
  }
}

const said = (parts: readonly Members[]): Members => ({ content: { role: 'model', parts } });

const hasReason = (candidate: Members): boolean => (candidate['finishReason'] ?? null) !== null;

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
const withoutReasons = (chunk: Members): Members =>
  withCandidates(chunk, (candidate) => {
    if (!hasReason(candidate)) return candidate;
    const { finishReason: _reason, ...rest } = candidate;
    return rest;
  });

const eventOf = (chunk: Members): string => `data: ${JSON.stringify(chunk)}\n\n`;
