import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Agent, request, type Dispatcher } from 'undici';
import type { ControlPlane } from '../control-plane/control-plane.ts';

/** A request on its way to the API server. What is changed here is what the server sees. */
export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

/**
 * Stands between one client and the API server, with the API server's own certificate, so that a test can see what the client asks and
 * what it is answered, at the very moment, and can break what connects the two.
 */
export class ApiProxy implements AsyncDisposable {
  readonly url: string;
  /** Called before a request is passed on. */
  onCall: (call: ApiCall) => void = () => undefined;
  /** Called when the API server has answered, before the client hears of it; a watch counts as answered once it is open. */
  onAnswer: (call: ApiCall, status: number) => void = () => undefined;
  private readonly server: Server;
  private readonly upstream: string;
  private readonly agent: Agent;

  private constructor(server: Server, plane: ControlPlane) {
    this.server = server;
    this.upstream = plane.url;
    this.agent = new Agent({ connect: { ca: plane.ca }, bodyTimeout: 0 });
    this.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (asked, answer) => void this.pass(asked, answer));
  }

  /** Listens on loopback. */
  static async start(plane: ControlPlane): Promise<ApiProxy> {
    const pem = async (name: string) => await readFile(join(plane.folder, name), 'utf8');
    const server = createServer({ cert: await pem('server.crt'), key: await pem('server.key') });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ApiProxy(server, plane);
  }

  /**
   * Cuts every connection in the midst of what it carries, watches too. The client may come again at once. It is not a reset of the
   * socket below TLS: with a write under way, Node would wait for that write for ever when the thread ends.
   */
  cutConnections(): void {
    this.server.closeAllConnections();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.cutConnections();
    await this.agent.destroy();
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Where the API server goes away, so does the connection to its client: it is not for us to answer. */
  private async pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const gone = new AbortController();
    const { socket } = asked;
    answer.once('close', () => gone.abort());
    try {
      const { pathname, searchParams } = new URL(asked.url ?? '/', this.upstream);
      const call = { method: asked.method ?? 'GET', path: pathname, query: searchParams };
      this.onCall(call);
      const { statusCode, headers, body } = await this.send(call, asked, gone.signal);
      this.onAnswer(call, statusCode);
      answer.writeHead(statusCode, endToEnd(headers)).flushHeaders();
      for await (const chunk of body) answer.write(chunk);
      answer.end();
    } catch {
      socket.destroy();
    }
  }

  private async send(
    { method, path, query }: ApiCall,
    asked: IncomingMessage,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const text = query.toString();
    return await request(`${this.upstream}${path}${text && `?${text}`}`, {
      method,
      headers: endToEnd(asked.headers),
      ...(method === 'GET' ? {} : { body: asked }),
      dispatcher: this.agent,
      signal,
    });
  }
}

/** Without the headers that speak of one connection. */
function endToEnd(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const {
    connection: _,
    'keep-alive': __,
    host: ___,
    'transfer-encoding': ____,
    ...rest
  } = headers;
  return rest;
}
