import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { AnswersOf } from '@aicp/common/http/pipelining';
import { WebSocketServer, type WebSocket } from 'ws';
import { noConfiguration, sendRefusal } from '../http/send-refusal.ts';
import type { Upgrades } from '../http/serve.ts';
import type { Family } from '../metrics/family.ts';
import { Exchange } from '../pipeline/exchange/exchange.ts';
import type { Gateway } from '../pipeline/exchange/gateway.ts';
import { shed, unavailable, type Refusal } from '../pipeline/exchange/refusal.ts';
import { Passage } from '../pipeline/passage.ts';
import { MOST_MESSAGE_BYTES } from '../providers/websocket/open-websocket.ts';
import { openSession, type SessionDoor } from './opening/open-session.ts';
import { sessionStages } from './opening/session-stages.ts';
import { handshakeFault } from './api/handshake.ts';
import { isRealtime } from './api/realtime-address.ts';
import { realtimeProtocol } from './api/realtime-protocol.ts';
import { REALTIME_DEFAULTS, type RealtimeSettings } from '../config/realtime-settings.ts';
import { SessionRequestHead } from './api/session-request.ts';
import type { RealtimeSession } from './session/realtime-session.ts';
import { ENDS, SHUTDOWN, type End } from './session/session-ending.ts';
import { UnopenedUpgrades } from './unopened-upgrades.ts';

/** The subprotocol that OpenAI's clients in browsers offer. Their key, which they offer too, is never told back. */
const SUBPROTOCOL = 'realtime';

/** Opens sessions on a server that listens, and knows those that are open. */
export class RealtimeUpgrades implements Upgrades {
  private readonly gateway: Gateway;
  private readonly settings: RealtimeSettings;
  private readonly sessions = new Set<RealtimeSession>();
  private readonly unopened: UnopenedUpgrades;
  private readonly ends = new Map<End, number>(ENDS.map((end) => [end, 0]));
  private isClosing = false;
  private readonly sockets = new WebSocketServer({
    ...{ noServer: true, clientTracking: false, perMessageDeflate: false },
    maxPayload: MOST_MESSAGE_BYTES,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });

  constructor(gateway: Gateway, settings = REALTIME_DEFAULTS) {
    this.gateway = gateway;
    this.settings = settings;
    this.unopened = new UnopenedUpgrades(gateway.clock, (error) => {
      gateway.log.debug({ err: error }, 'realtime_connection_broke');
    });
  }

  /** Takes the server's upgrades to WebSockets where sessions are opened. Other requests that offer one are answered as if they did not. */
  listen(server: Server, answersOf: AnswersOf): void {
    Object.assign(server, { shouldUpgradeCallback: opensSession });
    server.on('upgrade', (request, socket, head) => {
      if (socket instanceof Socket) this.upgrade({ request, socket, head }, answersOf);
      else socket.destroy();
    });
  }

  sayFarewell(): void {
    this.isClosing = true;
  }

  closeIdle(): void {
    for (const session of this.sessions) if (session.isIdle) session.end(SHUTDOWN);
  }

  closeAll(): void {
    for (const session of this.sessions) session.end(SHUTDOWN);
    this.unopened.closeAll();
  }

  /** For Prometheus. */
  families(): Family[] {
    return [
      {
        name: 'aicp_gateway_realtime_sessions',
        help: 'Realtime sessions that are open.',
        type: 'gauge',
        samples: () => [{ labels: {}, value: this.sessions.size }],
      },
      {
        name: 'aicp_realtime_sessions_ended_total',
        help: 'Realtime sessions that ended, by what ended them.',
        type: 'counter',
        samples: () => [...this.ends].map(([end, value]) => ({ labels: { end }, value })),
      },
    ];
  }

  private upgrade(upgrade: Upgrade, answersOf: AnswersOf): void {
    const response = this.unopened.answerOn(upgrade.request, upgrade.socket, answersOf);
    if (!response) return;
    try {
      this.begin(upgrade, response);
    } catch (error) {
      this.gateway.log.error({ err: error }, 'request_failed');
      upgrade.socket.destroy();
    }
  }

  private begin(upgrade: Upgrade, response: ServerResponse): void {
    const { gateway } = this;
    const asked = new SessionRequestHead(upgrade.request);
    const turnAway = (refusal: Refusal): void => {
      sendRefusal(asked, response, refusal, realtimeProtocol);
    };
    const runtime = gateway.runtime();
    const fault = handshakeFault(upgrade.request.headers);
    if (fault) turnAway(fault);
    else if (this.isClosing) turnAway(stopping());
    else if (!runtime) turnAway(noConfiguration());
    else {
      const reason = gateway.admission.admit(asked, response);
      if (reason !== undefined) turnAway(shed(reason));
      else {
        const exchange = new Exchange({
          ...{ gateway, runtime, response, protocol: realtimeProtocol, request: asked },
        });
        const door = this.doorFor((requestId) => this.accept(upgrade, requestId));
        new Passage(exchange, stagesOf(exchange, door)).begin();
      }
    }
  }

  private doorFor(accept: SessionDoor['accept']): SessionDoor {
    return {
      accept,
      settings: this.settings,
      began: (session) => {
        this.sessions.add(session);
      },
      ended: (session, { end }) => {
        this.sessions.delete(session);
        this.ends.set(end, (this.ends.get(end) ?? 0) + 1);
      },
    };
  }

  private accept({ request, socket, head }: Upgrade, requestId: string): WebSocket | undefined {
    let accepted: WebSocket | undefined;
    const addHeaders = (headers: string[]): void => {
      headers.push(`x-request-id: ${requestId}`);
    };
    this.sockets.once('headers', addHeaders);
    this.sockets.handleUpgrade(request, socket, head, (client) => {
      // What breaks it closes it, of which the session hears.
      client.on('error', (error) => {
        this.gateway.log.debug({ err: error, request_id: requestId }, 'realtime_connection_broke');
      });
      this.unopened.opened(socket);
      accepted = client;
    });
    this.sockets.off('headers', addHeaders);
    return accepted;
  }
}

/** Whom Node asks before it takes a connection out of HTTP. */
const opensSession = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' && isRealtime(url) && headers.upgrade?.toLowerCase() === 'websocket';

interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Socket;
  readonly head: Buffer;
}

function stagesOf(exchange: Exchange, door: SessionDoor) {
  const stages = sessionStages(openSession(door));
  return exchange.isDryRun ? stages.filter(({ hasEffects }) => !hasEffects) : stages;
}

const stopping = (): Refusal =>
  unavailable('not_ready', 'The gateway is stopping. Open the session again in a moment.', 1);
