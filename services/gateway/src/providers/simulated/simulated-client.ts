import type { Clock } from '@aicp/common/time/clock';
import type { FormatName } from '../../formats/format.ts';
import type { Simulation } from '@aicp/contracts/snapshot/sections/catalog';
import {
  UpstreamError,
  type ProviderClient,
  type UpstreamCall,
  type UpstreamReceiver,
  type UpstreamRequest,
} from '../upstream/provider-client.ts';
import { NO_SECRETS } from '../upstream/secret-guard.ts';
import { newStamp } from './answer.ts';
import { play, type Head, type Stage } from './playback.ts';
import { isPlain, planPlain } from './plain-answer.ts';
import { planAnswer, type Plan } from './simulation.ts';

export interface SimulatedClientOptions {
  readonly simulation: Simulation;
  readonly clock: Clock;
  readonly random: () => number;
}

/** A provider without a socket: answers are made here. For trials, where no provider's key is at hand. */
export class SimulatedClient implements ProviderClient {
  readonly speaks: readonly FormatName[] = ['chat', 'embeddings', 'moderations', 'rerank'];
  readonly guard = NO_SECRETS;
  readonly errorGuard = NO_SECRETS;
  private readonly options: SimulatedClientOptions;
  private count = 0;

  constructor(options: SimulatedClientOptions) {
    this.options = options;
  }

  send(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    const { simulation, clock, random } = this.options;
    const count = this.counted();
    const plan = isPlain(request.format)
      ? planPlain(request, count, simulation)
      : planAnswer(request, count, simulation, newStamp(clock.now(), random));
    return this.play(plan, request, receiver);
  }

  /** How many requests came before this one. */
  private counted(): number {
    this.count += 1;
    return this.count - 1;
  }

  private play(
    plan: Plan,
    { timeoutMs }: UpstreamRequest,
    receiver: UpstreamReceiver,
  ): UpstreamCall {
    const { clock } = this.options;
    const call = new SimulatedCall(receiver);
    const run = async () => {
      if (plan.delayMs <= timeoutMs) {
        await play(plan, call, { clock, signal: call.signal });
      } else {
        await clock.sleep(timeoutMs, call.signal);
        call.fail(new UpstreamError('timeout', 'the simulation is slower than the timeout'));
      }
    };
    queueMicrotask(() => {
      run().catch((error: unknown) => {
        call.fail(new UpstreamError('connection', 'the simulation broke off', error));
      });
    });
    return call;
  }
}

class SimulatedCall implements UpstreamCall, Stage {
  private readonly receiver: UpstreamReceiver;
  private readonly cancelling = new AbortController();
  private paused: PromiseWithResolvers<void> | undefined;

  constructor(receiver: UpstreamReceiver) {
    this.receiver = receiver;
  }

  get signal(): AbortSignal {
    return this.cancelling.signal;
  }

  pause(): void {
    this.paused ??= Promise.withResolvers();
  }

  resume(): void {
    this.paused?.resolve();
    this.paused = undefined;
  }

  cancel(): void {
    this.cancelling.abort();
    this.resume();
  }

  start({ status, contentType }: Head): void {
    this.receiver.onStart(status, { 'content-type': contentType });
  }

  write(chunk: Buffer): Promise<void> | undefined {
    if (!this.signal.aborted) this.receiver.onData(chunk);
    return this.paused?.promise;
  }

  end(): void {
    if (!this.signal.aborted) this.receiver.onEnd();
  }

  break(): void {
    this.fail(new UpstreamError('connection', 'the simulation broke off'));
  }

  /** What fails after a cancel concerns nobody: that is how a cancel ends the play. */
  fail(error: UpstreamError): void {
    if (!this.signal.aborted) this.receiver.onError(error);
  }
}
