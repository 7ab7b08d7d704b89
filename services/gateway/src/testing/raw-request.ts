import { connect } from 'node:net';

/** Posts a chat request's body over a connection of its own, and answers what comes: one answer of a declared length. */
export async function postRaw(port: number, body: Buffer): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    return await new Promise((resolve, reject) => {
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString('latin1');
        if (isWhole(answer)) resolve(answer);
      });
      socket.once('error', reject);
      socket.once('end', () => {
        reject(new Error(`the connection ended after ${JSON.stringify(answer)}`));
      });
      socket.write(chatHead(body.length));
      socket.write(body);
    });
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}

function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n');
  const length = /^content-length: ([0-9]+)/im.exec(answer)?.[1];
  return head !== -1 && length !== undefined && answer.length >= head + 4 + Number(length);
}

/** The head of a chat request. */
export const chatHead = (length: number): string =>
  `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer sk-alice\r\ncontent-length: ${length}\r\n\r\n`;

/** The status of a raw answer. */
export const statusOf = (answer: string): number => Number(answer.slice(9, 12));
