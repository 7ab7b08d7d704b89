import type { IncomingMessage, ServerResponse } from 'node:http';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import type { DecisionStep } from '@aicp/contracts/decision/decision-record';
import { NO_CHAT, type ChatRequest } from '../protocols/openai/chat-request.ts';
import { NOBODY, type Caller } from '@aicp/contracts/routing/caller';
import type { Served } from '@aicp/contracts/routing/served';
import { NO_VIEW, type Viewer } from '@aicp/contracts/routing/viewer';
import type { Deprecation } from '@aicp/contracts/routing/deprecations';
import type { RequestAttributes } from '@aicp/contracts/routing/request-attributes';
import type { RuntimeModel } from '../routing/runtime-model.ts';
import type { Runtime } from '../snapshot/runtime.ts';
import { NOTHING_CAME, type Ending } from './ending.ts';
import type { Gateway } from './gateway.ts';
import { requestIdOf } from './request-id.ts';
import { NO_USE, type Use } from './use.ts';

/** Asks what would be done, and nothing more. */
export const DRY_RUN = 'x-aicp-dry-run';

/** One request from its arrival to the end of its answer. Each stage reads what earlier ones put here, and adds its own. */
export class Exchange {
  /** Of the usage record. */
  readonly id: string;
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  /** When the request has to be over, with all its attempts. Monotonic milliseconds. */
  readonly mustEndAt: number;
  readonly gateway: Gateway;
  /** One snapshot from start to end. */
  readonly runtime: Runtime;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly steps: DecisionStep[] = [];

  caller: Caller = NOBODY;
  /** What the caller sees, and may use of it. */
  viewer: Viewer<RuntimeModel> = NO_VIEW;
  chat: ChatRequest = NO_CHAT;
  /** From `x-aicp-metadata`. */
  headerMetadata: Readonly<Record<string, unknown>> = {};
  /** The model as the client wrote it, or the default one. */
  askedName: string | undefined;
  /** What is announced of that name. */
  deprecation: Deprecation | undefined;
  /** What that name stands for. */
  asked: Served<RuntimeModel> | undefined;
  attributes: RequestAttributes | undefined;
  candidates: readonly RuntimeModel[] = [];
  policy: string | undefined;
  /** Who serves, or was tried last. */
  served: RuntimeModel | undefined;
  attempts = 0;
  /** Monotonic milliseconds; 0 while it has not happened. */
  sentAt = 0;
  firstByteAt = 0;
  answeredAt = 0;
  ending: Ending = NOTHING_CAME;
  use: Use = NO_USE;
  /** Called when the client goes away before its answer is complete. */
  onGone: (() => void) | undefined;
  isGone = false;

  constructor(options: {
    gateway: Gateway;
    runtime: Runtime;
    request: IncomingMessage;
    response: ServerResponse;
  }) {
    const { clock } = options.gateway;
    this.gateway = options.gateway;
    this.runtime = options.runtime;
    this.request = options.request;
    this.response = options.response;
    this.at = clock.now();
    this.startedAt = clock.monotonic();
    this.mustEndAt = this.startedAt + options.gateway.requestTimeoutMs;
    this.id = uuidV7(this.at);
    this.requestId = requestIdOf(options.request) ?? this.id;
  }

  /** Whether the client only wants to know what would be done. */
  get isDryRun(): boolean {
    const wish = this.request.headers[DRY_RUN];
    return typeof wish === 'string' && wish.toLowerCase() === 'true';
  }

  /** Adds to the decision. */
  note(stage: string, outcome: string, detail?: string): void {
    this.steps.push(detail === undefined ? { stage, outcome } : { stage, outcome, detail });
  }
}
