import { createServer, type AddressInfo } from 'node:net';

/**
 * A provider that closes each connection 20 ms after its answer, without saying so before: as a process of its own, so that its
 * event loop is not the client's. Prints its port, and then of each connection the client's port and when it closed it, by the machine's
 * monotonic clock in nanoseconds.
 */

const CLOSES_AFTER_MS = 20;
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

const server = createServer((socket) => {
  let closing: NodeJS.Timeout | undefined;
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.on('data', () => {
    clearTimeout(closing);
    socket.write(ANSWER);
    closing = setTimeout(() => {
      const line = `${socket.remotePort ?? 0} ${process.hrtime.bigint()}\n`;
      socket.destroy();
      process.stdout.write(line);
    }, CLOSES_AFTER_MS);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
