import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { KEEP_ALIVE_MS, type Aside } from '@aicp/common/http/listen';
import type { Clock } from '@aicp/common/time/clock';
import { Unordered } from '../../memory/unordered.ts';
import { LaneConnection, type LaneOwner, type LaneRoutes } from './lane-connection.ts';

/** Node's servers wait so much longer than they say, ms. */
const IDLE_MS = KEEP_ALIVE_MS + 1_000;
const SWEEP_MS = 1_000;

/**
 * Reads requests itself, as long as they are plain (`plainHead`), and hands a connection on which anything else comes to node:http, with
 * all that was not answered yet. What it is for, and how it is known to answer as node:http does, stands in docs/adr/0022-a-lane-for-plain-requests.md.
 */
export class Lane implements LaneOwner, Aside {
  readonly routes: LaneRoutes;
  isClosing = false;
  aheadBytes = 0;
  private readonly clock: Pick<Clock, 'now' | 'monotonic' | 'sleep'>;
  /** What node:http does with a new connection. */
  private readonly accept: (socket: Socket) => void;
  private readonly connections = new Unordered<LaneConnection>();
  private isSweeping = false;
  private second = 0;
  private secondAsText = '';

  /** Takes the connections of a server that listens, from now on. */
  constructor(
    server: Server,
    options: { routes: LaneRoutes; clock: Pick<Clock, 'now' | 'monotonic' | 'sleep'> },
  ) {
    this.routes = options.routes;
    this.clock = options.clock;
    const event = server instanceof TlsServer ? 'secureConnection' : 'connection';
    const [accept, ...others] = server.listeners(event) as ((socket: Socket) => void)[];
    if (!accept || others.length > 0) throw new TypeError(`${event} has other listeners than one`);
    this.accept = accept.bind(server);
    server.off(event, accept);
    server.on(event, (socket: Socket) => {
      this.add(new LaneConnection(socket, this));
    });
  }

  date(): string {
    const now = this.clock.now();
    const second = Math.floor(now / 1000);
    if (second !== this.second) {
      this.second = second;
      this.secondAsText = new Date(now).toUTCString();
    }
    return this.secondAsText;
  }

  monotonic(): number {
    return this.clock.monotonic();
  }

  handOver(connection: LaneConnection, begun: Buffer): void {
    const { socket } = connection;
    this.remove(connection);
    connection.letGo();
    socket.pause();
    socket.unshift(begun);
    this.accept(socket);
    socket.resume();
  }

  remove(connection: LaneConnection): void {
    this.connections.remove(connection);
  }

  sayFarewell(): void {
    this.isClosing = true;
  }

  closeIdle(): void {
    for (const { socket, isIdle } of this.connections.all) {
      if (isIdle) socket.destroy();
    }
  }

  closeAll(): void {
    for (const { socket } of this.connections.all) socket.destroy();
  }

  private add(connection: LaneConnection): void {
    this.connections.add(connection);
    if (this.isSweeping) return;
    this.isSweeping = true;
    void this.sweep();
  }

  private async sweep(): Promise<void> {
    while (this.connections.all.length > 0) {
      await this.clock.sleep(SWEEP_MS);
      const since = this.clock.monotonic() - IDLE_MS;
      for (const { socket, idleSince } of this.connections.all) {
        if (idleSince <= since) socket.destroy();
      }
    }
    this.isSweeping = false;
  }
}
