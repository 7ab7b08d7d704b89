import type { CandidateFacts } from '@aicp/contracts/decision/decision-record';
import type { Deprecation } from '@aicp/contracts/routing/catalog/deprecations';
import type { Entitlement } from '@aicp/contracts/routing/catalog/entitlement';
import type { PreparedPrompt } from '@aicp/contracts/prompts/prepare-prompt';
import type { Principal } from '@aicp/contracts/routing/request/principal';
import type { Assignment } from '@aicp/contracts/routing/trial/try-tests';
import type { Route } from '@aicp/contracts/routing/route';
import type { RequestAttributes } from '@aicp/contracts/routing/request/request-attributes';
import type { Resolution } from '@aicp/contracts/routing/catalog/resolution';
import type { KeptAnswer } from '../../cache/kept-answer.ts';
import type { AttemptRecord } from '../../health/attempt-record.ts';
import type { ShareReason } from '../../memory/fair-shares.ts';
import type { ProtocolRequest, AnswerPart, StreamAnswer } from '../../protocols/protocol.ts';
import type { HeldLimits, TakenLimits } from '../../limits/taken-limits.ts';
import type { RuntimeModel, RuntimeTarget } from '../../routing/runtime.ts';
import type { Usage } from '../../usage/usage.ts';
import type { Held } from '../../held/held-ids.ts';
import type { Bound } from '../../held/holding.ts';
import type { Exchange } from './exchange.ts';
import type { Refusal } from './refusal.ts';

/** How far a request may come, in order. Each phase has what the ones before it have, and what was found out since. */
const PHASES = [
  'arrived',
  'authenticated',
  'read',
  'named',
  'resolved',
  'routed',
  'answered',
  'served',
] as const;
export type PhaseName = (typeof PHASES)[number];

export interface Arrived {
  readonly phase: PhaseName;
  readonly exchange: Exchange;
}

/** It is known who sends the request. */
export interface Authenticated extends Arrived {
  readonly principal: Principal;
  /** What the principal may see, and what of that it may use. */
  readonly entitlement: Entitlement<RuntimeModel>;
}

/** The body has been read. */
export interface Read extends Authenticated {
  readonly input: ProtocolRequest;
  /** From `x-aicp-metadata`. */
  readonly headerMetadata: Readonly<Record<string, unknown>>;
  /** The prompt that it named, whose text `input` has as a message; absent: it named none, or its prompt is not looked up yet. */
  readonly prompt?: Omit<PreparedPrompt, 'text'>;
}

/** It is known which model was requested. */
export interface Named extends Read {
  /** As the client wrote it, or the default one. */
  readonly requestedName: string;
  /** What is announced of that name. */
  readonly deprecation: Deprecation | undefined;
}

/** It is known what the requested name stands for. */
export interface Resolved extends Named {
  readonly resolution: Resolution<RuntimeModel>;
  /** Where that lives which it names; absent: it names nothing that lives at a provider. */
  readonly bound?: Bound | undefined;
}

/** It is known who may serve. */
export interface Routed extends Resolved {
  readonly attributes: RequestAttributes;
  /** In the order in which they are tried. */
  readonly candidates: readonly RuntimeModel[];
  /** What they were like when the request was routed, and those that it stands for; none where decisions are not kept. */
  readonly figures: readonly CandidateFacts[];
  /** Who may serve instead of a model whose provider refuses the request. */
  readonly instead: Route<RuntimeModel>['instead'];
  /** Whether a model may serve, by the policies and what the caller may use. */
  readonly mayServe: Route<RuntimeModel>['mayServe'];
  /** The policy that decided. */
  readonly policy: string | undefined;
  /** In which arm of which A/B test it is; absent: in none. */
  readonly assignment?: Assignment | undefined;
  /** What became of the failover rules that are about a candidate. */
  readonly moves: Route<RuntimeModel>['moves'];
  /** The failover rule by which another serves now in the place of a model. */
  readonly movedFrom: Route<RuntimeModel>['movedFrom'];
  /** Whether a budget has the cheaper model serve it in place of the one that was asked for. */
  readonly isDowngraded?: boolean;
  /** What it is told of budgets that are nearly used up, or beyond their limit. */
  readonly budgetWarning?: string | undefined;
  /** What it took of the limits that apply; undefined where none does, and before it took anything. */
  readonly taken?: TakenLimits;
}

/** One request to a provider, and what became of it. */
export interface MadeAttempt {
  readonly model: RuntimeModel;
  readonly target: RuntimeTarget;
  readonly record: AttemptRecord;
  /** Members of the request that its provider could not be told; undefined: none. */
  readonly dropped: readonly string[] | undefined;
}

/** The way of a routed request to its providers and back: who was tried, and when what happened. */
export class Delivery {
  readonly exchange: Exchange;
  readonly routed: Routed;
  /** In the order in which they were sent. */
  readonly made: MadeAttempt[] = [];
  /** The attempt whose answer is the request's, or the last that was tried; undefined while none could be. */
  serving: MadeAttempt | undefined;
  /** What it holds of the limits of models, once it went beyond its first candidate. */
  modelLimits: HeldLimits | undefined;
  /** What its provider keeps of the answer, where it is asked to. */
  left: Held | undefined;
  /** When the first attempt was sent. These are monotonic milliseconds, undefined while it has not happened. */
  sentAt: number | undefined;
  /** When the client got the first byte of a stream. */
  firstByteAt: number | undefined;
  /** When the last attempt ended. */
  answeredAt: number | undefined;

  constructor(routed: Routed) {
    this.exchange = routed.exchange;
    this.routed = routed;
  }

  /** The model that serves, or was tried last. */
  get model(): RuntimeModel | undefined {
    return this.serving?.model;
  }

  /** How many requests were sent to providers. */
  get attempts(): number {
    return this.made.length;
  }
}

/** The dispatch is over. */
export interface Answered extends Routed {
  readonly delivery: Delivery;
  readonly ending: Ending;
}

/** It is known what the answer used. */
export interface Served extends Answered {
  readonly usage: Usage;
}

/** The types of the phases, by their names. */
export interface Phases {
  readonly arrived: Arrived;
  readonly authenticated: Authenticated;
  readonly read: Read;
  readonly named: Named;
  readonly resolved: Resolved;
  readonly routed: Routed;
  readonly answered: Answered;
  readonly served: Served;
}

/** Whether a request has come as far as a phase, or further. */
export const hasReached = <P extends PhaseName>(at: Arrived, name: P): at is Phases[P] =>
  PHASES.indexOf(at.phase) >= PHASES.indexOf(name);

/** How the dispatch of a request ended. */
export type Ending =
  /** The client left; whether a provider was at it, and what had come of an answer, if one had begun. */
  | { readonly kind: 'gone'; readonly inFlight: boolean; readonly part: AnswerPart | undefined }
  /** A whole answer that is no stream, none of which has been sent. */
  | {
      readonly kind: 'document';
      readonly body: Buffer;
      /** As the provider sent it, where guardrails changed it; absent: they did not. */
      readonly original?: Buffer | undefined;
      /** Images that it brought; absent: none. */
      readonly images?: number | undefined;
      /** What the client is told that it is; absent: JSON. */
      readonly contentType?: string | undefined;
    }
  /** A large answer that is no stream, and was passed on to its end. */
  | { readonly kind: 'relayed'; readonly part: AnswerPart }
  /** Such an answer that broke off after the client had some of it. */
  | { readonly kind: 'cut'; readonly part: AnswerPart; readonly detail: string }
  /** An answer that the client does not get, or no more of: guardrails stopped it, or could not look at it. */
  | { readonly kind: 'withheld'; readonly part: AnswerPart; readonly refusal: Refusal }
  /** The provider refused the request itself; the client is told in its words. */
  | { readonly kind: 'rejected'; readonly status: number; readonly body: Buffer }
  /** A stream that was passed on to its end, or is held to its end. */
  | {
      readonly kind: 'streamed';
      readonly stream: StreamAnswer;
      /** All of it, where none has been sent: judges are asked about it first. */
      readonly held?: Buffer | undefined;
    }
  /** A stream that broke after the client had some of it. */
  | {
      readonly kind: 'broken';
      readonly stream: StreamAnswer;
      readonly detail: string;
      /** Whether it broke here, and the provider is not to blame. */
      readonly isOurs: boolean;
    }
  /** It is answered from the cache: nobody was asked, and nothing has been sent. */
  | { readonly kind: 'replayed'; readonly answer: KeptAnswer; readonly wantsUsage: boolean }
  /** Nobody answered, and the client has not had a byte. */
  | {
      readonly kind: 'failed';
      readonly refusal: Refusal;
      /** What had come of an answer that is no stream and broke off. */
      readonly part?: AnswerPart | undefined;
      /** Whether a limit refused it before anybody was asked. */
      readonly isLimited?: boolean;
      /** Whose share left no room in memory for an answer. */
      readonly share?: ShareReason | undefined;
    };
