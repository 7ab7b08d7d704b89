import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ANSWERS } from './answers.ts';

/** The vendors that all gateways share, in a process of its own: each path has its answers, made before. */
const server = createServer((request, response) => {
  const { url = '/' } = request;
  const answer = ANSWERS.find(({ path }) => url.includes(path));
  request.resume();
  request.on('end', () => {
    const isStream = url.includes('stream') || request.headers['x-stream'] === 'yes';
    const body = (isStream ? answer?.stream : answer?.document) ?? Buffer.from('{}');
    const type = isStream ? 'text/event-stream' : 'application/json';
    response.writeHead(answer ? 200 : 404, { 'content-type': type, 'content-length': body.length });
    response.end(body);
  });
});
process.on('SIGTERM', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready ${(server.address() as AddressInfo).port}\n`);
});
