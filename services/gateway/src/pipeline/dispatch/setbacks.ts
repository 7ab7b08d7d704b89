import type { AnswerPart } from '../../protocols/protocol.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';
import { refusalOf, type AttemptFailure, type Failure } from '../exchange/failure.ts';
import type { Delivery, Ending, MadeAttempt } from '../exchange/phases.ts';
import type { ModelLimits } from './model-limits.ts';

/** Of a request whose time is over before anybody is asked: its body came too slowly. */
const OUT_OF_TIME: Failure = { kind: 'timeout', detail: 'the time of the request is over' };
const ALL_FULL: Failure = { kind: 'full', detail: 'the providers are asked as much as they may' };

/** A refusal by a provider, of which nothing is known yet but that others may not refuse. */
interface Rejection {
  readonly ending: Ending;
  readonly by: MadeAttempt;
}

/** An answer that broke off before the client had any of it. Its provider may charge what it gave. */
interface Cut {
  readonly part: AnswerPart;
  readonly by: MadeAttempt;
}

/** What kept the request from those who were not asked. */
interface Obstacles {
  /** Its time is over. */
  readonly isLate: boolean;
  /** A provider has as many requests under way as it may. */
  readonly isFull: boolean;
  /** What the limits of models say. */
  readonly limits: Pick<ModelLimits, 'refusal' | 'isForGood'> | undefined;
}

/** Whether a model says who is asked where its provider refuses a request. */
export const namesOthers = ({ fallbacksFor }: RuntimeModel): boolean =>
  fallbacksFor.context_window.length > 0 || fallbacksFor.content_policy.length > 0;

/** What stood between a request and its answer so far. It is what the client is told where nobody is left who could be asked. */
export class Setbacks {
  /** The last attempt that failed. */
  failure: Failure | undefined;
  /** The last answer that broke off. */
  cut: Cut | undefined;
  /** The first refusal for which others were asked instead. */
  rejection: Rejection | undefined;
  /** Whose providers refused the request. */
  private readonly rejecting: RuntimeModel[] = [];

  /** A model's provider refused the request: those of the others whose providers did not. */
  othersThan(model: RuntimeModel, others: readonly RuntimeModel[]): readonly RuntimeModel[] {
    this.rejecting.push(model);
    return others.filter((one) => !this.rejecting.includes(one));
  }

  /** An attempt failed. */
  failedBy(by: MadeAttempt, failure: AttemptFailure): void {
    this.failure = failure;
    if (failure.part) this.cut = { part: failure.part, by };
  }

  /** Whose the end of the request is where nobody answered it: who refused it, or whose answer broke off; else who was tried last. */
  get serving(): MadeAttempt | undefined {
    return this.rejection?.by ?? this.cut?.by;
  }

  /** How the request ends where its client leaves while nobody is asked: with what came of an answer that broke off, if one did. */
  left(delivery: Delivery): Ending {
    const { cut } = this;
    if (cut) delivery.serving = cut.by;
    return { kind: 'gone', inFlight: false, part: cut?.part };
  }

  /** How the request ends: with the refusal of a provider, with its failure, or where nobody was asked, with what a limit says. */
  ending(requestedName: string, obstacles: Obstacles): Ending {
    const { rejection, failure } = this;
    if (rejection) return rejection.ending;
    const why = failure ?? (obstacles.isLate ? OUT_OF_TIME : undefined);
    if (!why) return endingUnasked(requestedName, obstacles);
    const part = this.cut?.part;
    return { kind: 'failed', refusal: refusalOf(why, requestedName), share: why.share, part };
  }
}

/** Of what nobody was asked for. What no limit ever has room for is not told so where a provider has as many requests as it may: that one has room again. */
function endingUnasked(requestedName: string, { isFull, limits }: Obstacles): Ending {
  const refusal = isFull && limits?.isForGood ? undefined : limits?.refusal;
  if (refusal) return { kind: 'failed', refusal, isLimited: true };
  return { kind: 'failed', refusal: refusalOf(isFull ? ALL_FULL : undefined, requestedName) };
}
