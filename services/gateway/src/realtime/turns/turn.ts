import type { AttemptRecord, Blame } from '../../health/attempt-record.ts';
import { Exchange } from '../../pipeline/exchange/exchange.ts';
import type { Delivery } from '../../pipeline/exchange/phases.ts';
import { type Answered, type Ending, type Routed } from '../../pipeline/exchange/phases.ts';
import { upstreamFailed, type Refusal } from '../../pipeline/exchange/refusal.ts';
import type { Flow, Stage } from '../../pipeline/exchange/stage.ts';
import { Passage } from '../../pipeline/passage.ts';
import { beginAttempt } from '../../pipeline/record/begin-attempt.ts';
import type { Choice } from '../../pipeline/dispatch/candidate-order.ts';
import type { Runtime } from '../../routing/runtime.ts';
import type { CountedTokens } from '../../protocols/protocol.ts';
import { realtimeProtocol, writtenDownProtocol } from '../api/realtime-protocol.ts';
import type { SessionFacts } from '../api/session-input.ts';
import { takeAfterwards, takeResponse } from '../stages/take-response.ts';
import { TurnAnswer } from './turn-answer.ts';
import { TurnResponse } from './turn-response.ts';
import { turnStages } from './turn-stages.ts';

/** Why a response is not served, as the stages tell it. */
export interface TurnRefusal {
  readonly status: number;
  /** JSON, as OpenAI has it. */
  readonly body: string;
}

/** What a provider did that left a response without its end, as records tell it. */
const BROKEN = {
  closed: 'the provider closed the session before the end of the response',
  silent: 'the provider sent nothing of a response for too long',
  flooded: 'the provider began too many responses',
  lost: 'the provider began another response under the same id',
} as const;
export type BrokenBy = keyof typeof BROKEN;

/** Whose response it is. */
export interface TurnOwner {
  /** That of the session. */
  readonly opening: Exchange;
  /** With the session's key, and its id. */
  readonly request: Exchange['request'];
  /** The newest snapshot. */
  readonly runtime: Runtime;
  readonly choice: Choice;
  readonly assignment: Routed['assignment'];
  /** It is what a model of its own wrote down of what was said; absent: a response. */
  readonly hasWritten?: boolean;
}

/**
 * One response of a session, from what it takes of limits and budgets until it is recorded: a request of its own to all stages, of which its session is the
 * dispatch. It ends once.
 */
export class Turn {
  readonly answer = new TurnAnswer();
  /** By which the provider tells the client's event that it refuses; undefined: the provider began it. */
  readonly eventId: string | undefined;
  /** Of what was over before: why a limit or a budget would have refused it. */
  refusedLate: Refusal | undefined;
  private readonly owner: TurnOwner;
  private begun: Begun | undefined;
  /** Of its failure. A model that gives its provider less time than others do has the blame alone. */
  private blame: Blame = 'provider';

  constructor(owner: TurnOwner, eventId?: string) {
    this.owner = owner;
    this.eventId = eventId;
  }

  /** Has it pass all stages before its dispatch. Resolves with why it is refused, or with nothing once it may begin. `isOver`: it is over already, so that limits and budgets count it, and refuse nothing. */
  pass(facts: Omit<SessionFacts, 'model'>, isOver = false): Promise<TurnRefusal | undefined> {
    const { opening, request, runtime, choice, assignment, hasWritten = false } = this.owner;
    const protocol = hasWritten ? writtenDownProtocol : realtimeProtocol;
    return new Promise((resolve) => {
      const response = new TurnResponse((status, body) => {
        resolve({ status, body });
      });
      const { gateway } = opening;
      const exchange = new Exchange({
        ...{ gateway, protocol, runtime, request, response },
      });
      const dispatch: Stage<'routed', 'answered'> = {
        ...{ name: 'dispatch', from: 'routed', to: 'answered', hasEffects: true },
        run: (phase, flow) => {
          response.begun();
          const routed = { ...phase, assignment };
          this.begun = { phase: routed, flow, ...beginAttempt(routed, choice) };
          resolve(undefined);
        },
      };
      const late = takeAfterwards((refusal) => {
        this.refusedLate = refusal;
      });
      const limit = isOver ? late : takeResponse;
      const parts = { facts, model: choice.model, hasWritten, limit, dispatch };
      new Passage(exchange, turnStages(parts)).begin();
    });
  }

  /** An event of the provider brought some of it. */
  heard(characters: number): void {
    if (characters <= 0) return;
    this.answer.add(characters);
    const { begun } = this;
    if (!begun) return;
    begun.delivery.firstByteAt ??= begun.delivery.exchange.gateway.clock.monotonic();
    begun.record.began();
  }

  /** It is over, and the provider says what it used; undefined: it does not. */
  done(usage: CountedTokens | undefined): void {
    this.answer.usage = usage;
    this.answer.finished = true;
    this.end({ kind: 'streamed', stream: this.answer }, 'answered');
  }

  /** The provider says that it failed. What it counted is charged, or what came; nothing where neither is there. */
  failed(usage: CountedTokens | undefined): void {
    const { answer } = this;
    answer.usage = usage;
    const isBegun = usage !== undefined || answer.characters > 0;
    const detail = 'the provider said that the response failed';
    this.end(
      isBegun
        ? { kind: 'broken', stream: answer, detail, isOurs: false }
        : { kind: 'failed', refusal: upstreamFailed(this.owner.choice.model.id) },
      'failed',
    );
  }

  /** The provider refused the event that asked for it, and charges nothing. */
  rejected(): void {
    this.end({ kind: 'rejected', status: 400, body: NOTHING }, 'refused');
  }

  /** The provider left it without its end. */
  broken(by: BrokenBy): void {
    const { isHastier } = this.owner.choice.model;
    if (by === 'silent' && isHastier) this.blame = 'model';
    const detail = BROKEN[by];
    this.end({ kind: 'broken', stream: this.answer, detail, isOurs: false }, 'failed');
  }

  /** The client left before its end, or was sent away. */
  gone(): void {
    this.end({ kind: 'gone', inFlight: true, part: this.answer }, 'dropped');
  }

  private end(ending: Ending, outcome: 'answered' | 'refused' | 'dropped' | 'failed'): void {
    const { begun } = this;
    if (!begun) return;
    this.begun = undefined;
    const { record, delivery, phase, flow } = begun;
    if (outcome === 'failed') record.failed('broken', this.blame);
    else record[outcome]();
    const { exchange } = delivery;
    delivery.answeredAt = exchange.gateway.clock.monotonic();
    exchange.note('dispatch', ending.kind, delivery.model?.id);
    flow.pass({ ...phase, phase: 'answered', delivery, ending });
  }
}

const NOTHING = Buffer.alloc(0);

/** A response that is at the provider. */
interface Begun {
  readonly phase: Routed;
  readonly flow: Flow<Answered>;
  readonly delivery: Delivery;
  readonly record: AttemptRecord;
}
