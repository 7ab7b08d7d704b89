import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * Stands where a Service stands in a cluster: takes connections on one address and passes each on to the next of several ports that
 * accepts it. Tests cut its connections, or take it away, to see what clients make of that.
 */
export class TcpBalancer implements AsyncDisposable {
  readonly port: number;
  private readonly server: Server;
  private readonly targets: () => readonly number[];
  private readonly open = new Set<Socket>();
  private turn = 0;

  private constructor(server: Server, targets: () => readonly number[]) {
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
    this.targets = targets;
    server.on('connection', (client) => this.pass(client));
  }

  /** Listens on loopback. `targets` is asked for each connection: ports on loopback, the good ones first or in any order. */
  static async start(targets: () => readonly number[]): Promise<TcpBalancer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TcpBalancer(server, targets);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resets every connection, as a load balancer does that is replaced. Clients may come again at once. */
  resetConnections(): void {
    for (const socket of this.open) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.resetConnections();
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  private pass(client: Socket): void {
    this.keep(client);
    const targets = this.targets();
    this.turn += 1;
    const from = this.turn % Math.max(targets.length, 1);
    this.tryNext(client, [...targets.slice(from), ...targets.slice(0, from)]);
  }

  private tryNext(client: Socket, [port, ...rest]: readonly number[]): void {
    if (port === undefined) {
      client.resetAndDestroy();
      return;
    }
    const target = connect(port, '127.0.0.1');
    target.once('error', () => this.tryNext(client, rest));
    target.once('connect', () => {
      target.removeAllListeners('error');
      this.keep(target);
      client.pipe(target).pipe(client);
      client.once('close', () => target.destroy());
      target.once('close', () => client.destroy());
    });
  }

  private keep(socket: Socket): void {
    this.open.add(socket);
    // A reset is the end of a connection like any other: `close` follows.
    socket.on('error', () => undefined);
    socket.once('close', () => this.open.delete(socket));
  }
}
