import { chatGateway, type ChatGateway } from '@aicp/admin/playground/chat-gateway';
import { systemClock } from '@aicp/common/time/clock';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const ANSWER = JSON.stringify({ id: 'chat', object: 'chat.completion', choices: [] });

/** What chats of the playground are sent to, where their way there is what is tried: it answers each of them with the same. */
export class AnsweringGateway implements AsyncDisposable {
  readonly chats: ChatGateway;
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
    const { port } = server.address() as AddressInfo;
    this.chats = chatGateway({
      url: `http://127.0.0.1:${port}`,
      secret: () => 'a secret of the gateway and the admin service',
      clock: systemClock,
    });
  }

  static async start(): Promise<AnsweringGateway> {
    const server = createServer((request, response) => {
      request.resume().once('end', () => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new AnsweringGateway(server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
