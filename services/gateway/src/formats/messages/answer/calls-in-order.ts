import type { AnswerEvent } from '../../conversation/answer-event.ts';
import { Undecodable } from '../../format.ts';
import { CallArguments } from './call-arguments.ts';

/** A step that says something. */
export type Said = Exclude<AnswerEvent, { kind: 'begin' | 'usage' | 'end' | 'error' }>;
type ArgumentsStep = Extract<Said, { kind: 'arguments' }>;

/** Units of text that may wait, and steps, each of which takes memory however little it says. */
const MOST_WAITING = 8_388_608;
const MOST_STEPS = 131_072;

/** A step that waits, and the arguments that came for it if it is a call. */
interface Waiting {
  readonly step: Said;
  readonly more: ArgumentsStep[];
}

/**
 * Brings the steps of a stream into an order in which a call has all its arguments before anything else begins: vendors bring those of calls that are made at once in
 * turns, and clients of Anthropic finish a call with its block, of which they have one at a time. What comes behind a call waits until its arguments are one JSON
 * object, or the answer ends. Throws `Undecodable` where too much waits. Arguments of a call that never began, or that is over, are nobody's: they are left out.
 */
export class CallsInOrder {
  private current: { readonly index: number; readonly written: CallArguments } | undefined;
  private waiting: Waiting[] = [];
  /** What waits. */
  private units = 0;
  private steps = 0;
  /** The calls that wait, by their numbers. */
  private readonly calls = new Map<number, Waiting>();

  /** Takes the next step; gives those whose turn it is. */
  take(step: Said): Said[] {
    if (step.kind === 'arguments') return this.grow(step);
    if (this.isUnfinished()) {
      this.count(step);
      const waits: Waiting = { step, more: [] };
      this.waiting.push(waits);
      if (step.kind === 'call') this.calls.set(step.index, waits);
      return [];
    }
    return this.begin({ step, more: [] });
  }

  /** No more comes: gives all that waits. */
  end(): Said[] {
    const left = this.waiting.flatMap((waits) => this.begin(waits));
    this.waiting = [];
    return left;
  }

  private count(step: Said): void {
    this.units += unitsOf(step);
    this.steps += 1;
    if (this.units > MOST_WAITING || this.steps > MOST_STEPS)
      throw new Undecodable('too much came behind a call that is not over');
  }

  private isUnfinished(): boolean {
    return this.current?.written.areWhole === false;
  }

  private grow(step: ArgumentsStep): Said[] {
    if (this.current?.index !== step.index) {
      const waits = this.calls.get(step.index);
      if (waits) this.count(step);
      waits?.more.push(step);
      return [];
    }
    this.current.written.take(step.text);
    return [step, ...this.next()];
  }

  /** What waited for the call that is whole now, up to the next that is not. */
  private next(): Said[] {
    const out: Said[] = [];
    let count = 0;
    for (const waits of this.waiting) {
      if (this.isUnfinished()) break;
      out.push(...this.begin(waits));
      count += 1;
    }
    this.waiting.splice(0, count);
    if (this.waiting.length === 0) {
      this.units = 0;
      this.steps = 0;
    }
    return out;
  }

  private begin({ step, more }: Waiting): Said[] {
    this.current = undefined;
    if (step.kind !== 'call') return [step];
    const written = new CallArguments();
    this.current = { index: step.index, written };
    this.calls.delete(step.index);
    for (const { text } of more) written.take(text);
    return [step, ...more];
  }
}

function unitsOf(step: Said): number {
  if ('text' in step) return step.text.length;
  const sealed = step.seal?.value.length ?? 0;
  return step.kind === 'call' ? sealed + step.id.length + step.name.length : sealed;
}
