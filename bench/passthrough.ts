import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';

/** The unit of measure: the least that a Node process can do between a client and a provider. It knows nobody and keeps nothing. */
const pool = new Pool(process.argv[2] ?? '', { connections: null, allowH2: false });

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { url: path = '/', headers } = request;
    const sent = ['content-type', 'application/json', 'authorization', headers.authorization ?? ''];
    pool.dispatch(
      { path, method: 'POST', headers: sent, body: Buffer.concat(chunks) },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, status, answer) => response.writeHead(status, answer),
        onResponseData: (controller, chunk) => {
          if (response.write(chunk)) return;
          controller.pause();
          response.once('drain', () => {
            controller.resume();
          });
        },
        onResponseEnd: () => response.end(),
        onResponseError: () => response.destroy(),
      },
    );
  });
});
process.on('SIGTERM', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready ${(server.address() as AddressInfo).port}\n`);
});
