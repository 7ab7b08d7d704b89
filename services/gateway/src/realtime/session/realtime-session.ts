import { TokenBucket } from '@aicp/common/time/token-bucket';
import type { WebSocket } from 'ws';
import type { ShedReason } from '../../memory/admission.ts';
import type { Routed } from '../../pipeline/exchange/phases.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';
import type { Choice } from '../../pipeline/dispatch/candidate-order.ts';
import type { ProtocolError } from '../../protocols/protocol.ts';
import { checkClientEvent, isFault } from '../events/check-client-event.ts';
import { CLIENT_LIMITS, problemError } from '../events/event-limits.ts';
import { ContextSize } from '../events/context-size.ts';
import { errorEvent, requestError } from '../events/error-event.ts';
import { readEvent, textOf, type RealtimeEvent } from '../events/event-members.ts';
import type { RealtimeSettings } from '../../config/realtime-settings.ts';
import { headFor, SessionRequestHead } from '../api/session-request.ts';
import { Turn } from '../turns/turn.ts';
import { ProviderTime } from '../turns/provider-time.ts';
import { MOST_TURNS, Turns } from '../turns/turns.ts';
import { readRefusal, ResponseWishes } from './client-side.ts';
import { ClientPace, UNASKED } from './client-pace.ts';
import { EventLane } from './event-lane.ts';
import { EventOutlet } from './event-outlet.ts';
import { Heartbeat } from './heartbeat.ts';
import { ProviderSide } from './provider-side.ts';
import { transcriptionNames, withTranscription, Writers } from './transcription-model.ts';
import { MemoryShare } from '../../memory/request-memory.ts';
import {
  CLIENT_LEFT,
  FAULT,
  overloadedFor,
  providerLeft,
  refusedFor,
  SILENT,
  STALLED,
  type SessionEnding,
} from './session-ending.ts';

/** Both sides of a session, and whose it is. */
export interface SessionParts {
  readonly phase: Routed;
  readonly client: WebSocket;
  /** Paused. */
  readonly provider: WebSocket;
  readonly choice: Choice;
  readonly settings: RealtimeSettings;
  /** It is over. */
  readonly onEnd: (ending: SessionEnding) => void;
}

/** For the other side to answer a close, ms. */
const CLOSING_MS = 2000;

/** A session between a client and a provider: passes events both ways, and has each response go through the stages before it begins. It ends once. */
export class RealtimeSession {
  private readonly parts: SessionParts;
  private readonly context = new ContextSize();
  private readonly time: ProviderTime;
  private readonly turns: Turns;
  private readonly wishes = new ResponseWishes();
  private readonly writers = new Writers();
  private readonly request: SessionRequestHead;
  private readonly share: MemoryShare;
  private readonly outlets: Readonly<Record<'client' | 'provider', EventOutlet>>;
  private readonly lanes: readonly EventLane[];
  private readonly heartbeat: Heartbeat;
  private isOver = false;

  constructor(parts: SessionParts) {
    const { phase, client, provider, settings, choice } = parts;
    const { exchange } = phase;
    this.parts = parts;
    this.request = new SessionRequestHead(exchange.request, { 'x-request-id': exchange.requestId });
    const onFault = (error: unknown): void => {
      const { gateway, requestId } = exchange;
      gateway.log.error({ err: error, request_id: requestId }, 'realtime_session_failed');
      this.end(FAULT);
    };
    const onFull = (missing: ShedReason): void => {
      exchange.gateway.admission.shed[missing] += 1;
      this.end(overloadedFor(missing));
    };
    this.time = this.providerTime(phase, choice);
    this.turns = new Turns(this.context, this.time);
    const { memory, holders, clock } = exchange.gateway;
    const share = new MemoryShare(memory, holders.of(phase.principal));
    this.share = share;
    this.outlets = {
      client: new EventOutlet(client, share, onFull),
      provider: new EventOutlet(provider, share, onFull),
    };
    const fromProvider = this.providerSide(phase, choice);
    this.lanes = [
      new EventLane({
        ...{ source: client, share, onFault, onFull },
        handle: (message) => this.fromClient(message),
        pace: new ClientPace(clock),
      }),
      new EventLane({
        ...{ source: provider, share, onFault, onFull },
        handle: (message) => {
          this.heartbeat.heard();
          return fromProvider.take(message);
        },
        onPause: () => {
          this.time.pause();
        },
        onResume: () => {
          this.time.resume();
        },
      }),
    ];
    this.heartbeat = new Heartbeat({
      ...{ client, provider, settings, gateway: exchange.gateway, request: this.request },
      end: (ending) => {
        this.end(ending);
      },
    });
    client.on('close', () => {
      this.end(CLIENT_LEFT);
    });
    provider.on('close', (code: number, reason: Buffer) => {
      const { errorGuard } = choice.target.client;
      this.end(providerLeft(code, errorGuard.clean(reason).toString()));
    });
    provider.resume();
  }

  /** Whether no response is under way. */
  get isIdle(): boolean {
    return this.turns.size === 0;
  }

  /** Ends it: its responses are recorded, and both sides are closed. */
  end(ending: SessionEnding): void {
    if (this.isOver) return;
    this.isOver = true;
    this.heartbeat.stop();
    for (const lane of this.lanes) lane.close();
    this.share.release();
    this.turns.endAll(ending.brokenBy);
    const { client, provider, onEnd } = this.parts;
    if (ending.error) client.send(errorEvent(ending.error), NOTHING_TO_DO);
    close(client, ending.code, ending.reason);
    close(provider, 1000, '');
    onEnd(ending);
  }

  private providerTime({ exchange }: Routed, choice: Choice): ProviderTime {
    return new ProviderTime({
      ...{ gateway: exchange.gateway, limits: choice.model.timeLimits },
      onSilent: () => {
        this.end(SILENT);
      },
    });
  }

  private providerSide(phase: Routed, choice: Choice): ProviderSide {
    const { context, turns, wishes } = this;
    const { clock } = phase.exchange.gateway;
    return new ProviderSide({
      ...{ phase, choice, context, turns, wishes, writers: this.writers },
      unasked: new TokenBucket({ ...UNASKED, clock }),
      session: {
        isOver: () => this.isOver,
        newTurn: () => this.newTurn(),
        newWriting: (writer) => this.newWriting(writer),
        toClient: (message) => this.toClient(message),
        end: (ending) => {
          this.end(ending);
        },
      },
    });
  }

  private fromClient(message: Buffer): Promise<void> | undefined {
    this.heartbeat.heard();
    const event = readEvent(message, CLIENT_LIMITS);
    if (typeof event === 'string') return this.complain(problemError(event));
    const { choice, phase } = this.parts;
    const { requestedName } = phase;
    const { upstreamModel } = choice.model;
    const known = checkClientEvent(event, { requestedName, upstreamModel });
    const checked = isFault(known)
      ? known
      : withTranscription(known, transcriptionNames(phase, choice), this.writers);
    if (isFault(checked)) {
      const about = checked.param === 'event_id' ? undefined : textOf(event, 'event_id');
      return this.complain(requestError(checked.message, checked.param), about);
    }
    if (checked.type === 'response.create') return this.askFor(checked);
    if (checked.type === 'session.update') this.wishes.changed(checked);
    this.context.sent(checked);
    return this.toProvider(withId(checked));
  }

  /** A response is asked for where limits and budgets have room for it. */
  private async askFor(event: RealtimeEvent): Promise<void> {
    const eventId = textOf(event, 'event_id') ?? newEventId();
    if (this.turns.size >= MOST_TURNS) {
      const message = `${MOST_TURNS} responses are under way: wait for one of them to end.`;
      await this.complain(requestError(message, null), eventId);
      return;
    }
    const turn = this.newTurn(eventId);
    const facts = this.wishes.factsOf(this.context.characters, event['response']);
    const refused = turn && (await turn.pass(facts));
    if (!turn || this.isOver) {
      turn?.gone();
      return;
    }
    if (!refused) {
      this.turns.ask(turn);
      await this.toProvider({ ...event, event_id: eventId });
      return;
    }
    const { error, isPassing } = readRefusal(refused);
    if (isPassing) await this.complain(error, eventId);
    else this.end(refusedFor(error));
  }

  /** Undefined: there is no configuration any more, which ends the session. */
  private newTurn(eventId?: string): Turn | undefined {
    const { phase, choice } = this.parts;
    const { exchange, assignment } = phase;
    const runtime = exchange.gateway.runtime();
    if (!runtime) this.end(FAULT);
    return (
      runtime &&
      new Turn({ opening: exchange, request: this.request, runtime, choice, assignment }, eventId)
    );
  }

  /** For what a model of its own wrote down, asked for by that one's name. */
  private newWriting(model: RuntimeModel): Turn | undefined {
    const { phase, choice } = this.parts;
    const { exchange } = phase;
    const runtime = exchange.gateway.runtime();
    if (!runtime) this.end(FAULT);
    return (
      runtime &&
      new Turn({
        ...{ opening: exchange, request: headFor(model.id, this.request), runtime },
        ...{ choice: { ...choice, model }, assignment: undefined, hasWritten: true },
      })
    );
  }

  private toProvider(event: RealtimeEvent): Promise<void> | undefined {
    return this.outlets.provider.send(JSON.stringify(event));
  }

  private toClient(message: Buffer): Promise<void> | undefined {
    const { errorGuard } = this.parts.choice.target.client;
    const sent = this.outlets.client.send(errorGuard.clean(message).toString());
    return sent && this.read(sent);
  }

  private complain(error: ProtocolError, about?: string): Promise<void> | undefined {
    const sent = this.outlets.client.send(errorEvent(error, about ?? null));
    return sent && this.read(sent);
  }

  /** A client that reads nothing is not waited for without end. */
  private async read(sent: Promise<void>): Promise<void> {
    const { clientStallMs } = this.parts.phase.exchange.gateway;
    const timer = setTimeout(() => {
      this.end(STALLED);
      this.parts.client.terminate();
    }, clientStallMs);
    await sent;
    clearTimeout(timer);
  }
}

const newEventId = (): string => `event_${crypto.randomUUID().replaceAll('-', '')}`;

/** An event by whose id an error tells that it is about it, and not about a response. Sound has none, since it comes a hundred times a second. */
const withId = (event: RealtimeEvent): RealtimeEvent =>
  event.type === 'input_audio_buffer.append' || textOf(event, 'event_id') !== undefined
    ? event
    : { ...event, event_id: newEventId() };

/** Whoever left hears nothing. */
const NOTHING_TO_DO = (): void => undefined;

/** Closes a side, and cuts it where it does not answer. */
function close(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState === socket.CLOSED) return;
  // What it still sends is thrown away; its close has to be read.
  socket.resume();
  socket.close(code, reason);
  const cut = setTimeout(() => {
    socket.terminate();
  }, CLOSING_MS);
  socket.once('close', () => {
    clearTimeout(cut);
  });
}
