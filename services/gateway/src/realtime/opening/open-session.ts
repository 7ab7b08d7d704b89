import type { WebSocket } from 'ws';
import type { Routed } from '../../pipeline/exchange/phases.ts';
import { internalError } from '../../pipeline/exchange/refusal.ts';
import type { Flow, Stage } from '../../pipeline/exchange/stage.ts';
import type { RealtimeSettings } from '../../config/realtime-settings.ts';
import { RealtimeSession } from '../session/realtime-session.ts';
import type { SessionEnding } from '../session/session-ending.ts';
import { askProviders } from './ask-providers.ts';

/** What a session needs beside its request. */
export interface SessionDoor {
  readonly settings: RealtimeSettings;
  /** Answers the upgrade; undefined where it is none that can be answered, of which the client is told. */
  readonly accept: (requestId: string) => WebSocket | undefined;
  readonly began: (session: RealtimeSession) => void;
  readonly ended: (session: RealtimeSession, ending: SessionEnding) => void;
}

/** Stage: opens a session at a provider, and then at the client; passes on when it is over. What the provider says instead of opening one, the client is answered. */
export const openSession = (door: SessionDoor): Stage<'routed', 'routed'> => ({
  name: 'dispatch',
  from: 'routed',
  to: 'routed',
  hasEffects: true,
  run(phase, flow) {
    open(phase, flow, door).catch((error: unknown) => {
      const { gateway, requestId } = phase.exchange;
      gateway.log.error({ err: error, request_id: requestId }, 'request_failed');
      flow.refuse(internalError());
    });
  },
});

async function open(phase: Routed, flow: Flow<Routed>, door: SessionDoor): Promise<void> {
  const { exchange } = phase;
  const leaving = new AbortController();
  const leave = (): void => {
    leaving.abort();
  };
  exchange.onGone = leave;
  const opened = await askProviders(phase, leaving.signal);
  if ('status' in opened) {
    flow.refuse(opened);
    return;
  }
  const { socket: provider, choice } = opened;
  const client = exchange.isGone ? undefined : door.accept(exchange.requestId);
  if (!client) {
    provider.terminate();
    flow.refuse(internalError());
    return;
  }
  const session: RealtimeSession = new RealtimeSession({
    ...{ phase, client, provider, choice, settings: door.settings },
    onEnd: (ending) => {
      phase.taken?.settle(NOTHING_USED);
      door.ended(session, ending);
      flow.pass(phase);
    },
  });
  exchange.onGone = NOTHING_TO_DO;
  door.began(session);
}

/** Its responses have settled for themselves. */
const NOTHING_USED = { tokens: 0, most: 0, cost: 0, payer: 'platform' } as const;

/** The session hears of it by its own connection. */
const NOTHING_TO_DO = (): void => undefined;
