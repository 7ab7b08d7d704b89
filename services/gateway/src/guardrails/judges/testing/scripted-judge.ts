import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What a judge was asked. */
export interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly json: unknown;
  /** Which connection it came by. */
  readonly socket: Socket;
}

/** A judge on this machine that answers what a test says. */
export interface ScriptedJudge extends AsyncDisposable {
  readonly url: string;
  readonly heard: readonly Heard[];
  /** Answers the n-th question and those that follow. */
  answer: (response: ServerResponse, heard: Heard) => void;
}

/** JSON as an answer. */
export const saying =
  (json: unknown, status = 200) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(json));
  };

/** Begins to listen. */
export async function scriptedJudge(answer: ScriptedJudge['answer']): Promise<ScriptedJudge> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const json = JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
      const one = { headers: request.headers, json, socket: request.socket };
      heard.push(one);
      judge.answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const judge: ScriptedJudge = {
    url: `http://127.0.0.1:${port}/judge`,
    heard,
    answer,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return judge;
}
