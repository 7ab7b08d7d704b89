import { TokenBucket } from '@aicp/common/time/token-bucket';
import type { WebSocket } from 'ws';
import { principalOf } from '../../pipeline/authenticate.ts';
import type { Gateway } from '../../pipeline/exchange/gateway.ts';
import type { RealtimeSettings } from '../../config/realtime-settings.ts';
import type { SessionRequestHead } from '../api/session-request.ts';
import {
  CLIENT_LEFT,
  idle,
  providerLeft,
  refusedFor,
  TOO_MANY_PINGS,
  tooLong,
  type SessionEnding,
} from './session-ending.ts';

/** So often it is asked whether both sides are there, ms. */
const BEAT_MS = 20_000;
/** A short time is looked at more often. */
const LOOKS = 4;
const LEAST_BEAT_MS = 10;
/** Pings of a side. */
const PINGS = { burst: 60, perSecond: 1 };
const ABNORMAL = 1006;

export interface HeartbeatParts {
  readonly client: WebSocket;
  readonly provider: WebSocket;
  readonly settings: RealtimeSettings;
  readonly gateway: Pick<Gateway, 'clock' | 'runtime'>;
  readonly request: SessionRequestHead;
  readonly end: (ending: SessionEnding) => void;
}

/** Ends a session that lasts too long, in which nothing happens, of which a side is not there any more, or whose key may not open one any more. */
export class Heartbeat {
  private readonly parts: HeartbeatParts;
  private readonly timer: NodeJS.Timeout;
  private readonly startedAt: number;
  private heardAt: number;
  private pingedAt = -Infinity;
  private readonly unanswered = new Set<WebSocket>();

  constructor(parts: HeartbeatParts) {
    const { gateway, settings, client, provider } = parts;
    this.parts = parts;
    this.startedAt = gateway.clock.monotonic();
    this.heardAt = this.startedAt;
    for (const socket of [client, provider]) this.listen(socket);
    const shortest = Math.min(settings.idleMs, settings.sessionMs) / LOOKS;
    this.timer = setInterval(
      () => {
        this.beat();
      },
      Math.max(LEAST_BEAT_MS, Math.min(BEAT_MS, shortest)),
    );
  }

  /** Each ping is answered at once, and costs nothing otherwise. */
  private listen(socket: WebSocket): void {
    const { client, end, gateway } = this.parts;
    const pings = new TokenBucket({ ...PINGS, clock: gateway.clock });
    socket.on('pong', () => {
      this.unanswered.delete(socket);
    });
    socket.on('ping', () => {
      if (pings.spend(1) === 0) return;
      end(socket === client ? TOO_MANY_PINGS : providerLeft(TOO_MANY_PINGS.code, 'too many pings'));
    });
  }

  /** An event came, from either side. */
  heard(): void {
    this.heardAt = this.parts.gateway.clock.monotonic();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private beat(): void {
    const ending = this.endingNow();
    if (ending) this.parts.end(ending);
    else if (this.now - this.pingedAt >= BEAT_MS) this.ping();
  }

  private get now(): number {
    return this.parts.gateway.clock.monotonic();
  }

  private endingNow(): SessionEnding | undefined {
    const { settings, gateway, request } = this.parts;
    if (this.now - this.startedAt >= settings.sessionMs) return tooLong(settings.sessionMs);
    if (this.now - this.heardAt >= settings.idleMs) return idle(settings.idleMs);
    const runtime = gateway.runtime();
    const holder = runtime && principalOf(request, runtime, gateway.clock.now());
    return holder && 'status' in holder ? refusedFor(holder) : undefined;
  }

  /** A side that did not answer the last one is gone. A side that waits for the other to read answers when it may go on. */
  private ping(): void {
    const { client, provider, end } = this.parts;
    const dead = [...this.unanswered].find(({ isPaused }) => !isPaused);
    if (dead) {
      dead.terminate();
      end(dead === client ? CLIENT_LEFT : providerLeft(ABNORMAL, 'the provider does not answer'));
      return;
    }
    this.pingedAt = this.now;
    for (const socket of [client, provider]) {
      this.unanswered.add(socket);
      socket.ping();
    }
  }
}
