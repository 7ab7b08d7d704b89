import { connect } from 'node:net';
import { saying } from './client-of.ts';

export interface GatewayAnswer {
  readonly status: number;
  /** In lower case, one line each. */
  readonly head: string;
  /** Without the framing of chunks. */
  readonly body: string;
  /** Whether it came to the end that its framing says. */
  readonly isWhole: boolean;
}

/** Asks a gateway over a socket, and reads until it hangs up: what a client sees that no library stands in for. */
export function askRaw(url: string, model: string, more: object = {}): Promise<GatewayAnswer> {
  const body = JSON.stringify({ model, messages: saying('hi'), ...more });
  return new Promise((resolve, reject) => {
    let raw = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write(
        `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer sk-alice\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    });
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (raw += chunk));
    socket.on('close', () => {
      resolve(toAnswer(raw));
    });
    socket.on('error', reject);
  });
}

function toAnswer(raw: string): GatewayAnswer {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, end).toLowerCase();
  const rest = raw.slice(end + 4);
  const status = Number(raw.slice(9, 12));
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  if (length !== undefined) {
    return { status, head, body: rest, isWhole: rest.length === Number(length) };
  }
  const body = rest.replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/g, '');
  return { status, head, body, isWhole: /\r\n0\r\n(?:[^\r\n]+\r\n)*\r\n$/.test(raw) };
}
