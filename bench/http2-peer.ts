import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { issueCa, issueServer } from '@aicp/common/tls/issue-certificate';

/** Answers by HTTP/1.1 and HTTP/2, over TLS: a document of a kilobyte, or a stream of as many events as its path says, `/100/20` some 20 ms apart. Prints its port and its authority. */

const now = Date.now();
const times = { fromMs: now, untilMs: now + 3_600_000 };
const ca = await issueCa({ name: 'bench', ...times });
const server = await issueServer(ca, { name: 'peer', hosts: ['127.0.0.1'], ...times });

const DOCUMENT = Buffer.alloc(1024, 'x');
const EVENT = `data: ${'x'.repeat(180)}\n\n`;

const answer = (request: Http2ServerRequest, response: Http2ServerResponse): void => {
  request.resume().on('end', () => {
    const [events = 0, gapMs = 0] = request.url.slice(1).split('/').map(Number);
    if (events === 0) {
      response.writeHead(200, { 'content-length': DOCUMENT.length }).end(DOCUMENT);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let left = events;
    const more = (): void => {
      left -= 1;
      if (left < 0) response.end();
      else {
        response.write(EVENT);
        if (gapMs > 0) setTimeout(more, gapMs * (0.5 + Math.random()));
        else setImmediate(more);
      }
    };
    more();
  });
};

const listening = createSecureServer({ ...server, allowHTTP1: true }, answer);
listening.listen(0, '127.0.0.1', () => {
  const { port } = listening.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ port, ca: ca.cert })}\n`);
});
process.on('disconnect', () => process.exit());
