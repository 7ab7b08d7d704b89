import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import OpenAI from 'openai';
import { waitFor } from './wait-for.ts';

/** The stock client, that never tries again by itself. */
export const clientOf = (gateway: { readonly url: string }, secret = 'sk-alice'): OpenAI =>
  new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: secret, maxRetries: 0 });

/** A prompt of one message. */
export const saying = (content: string) => [{ role: 'user' as const, content }];

/** A chat request as it goes over the wire. The connection ends with its answer. */
export function rawRequest(more: object): string {
  const body = JSON.stringify({ model: 'main', messages: [], ...more });
  return `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer sk-alice\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** A header of which no plain request is made: Node's server reads the connection then, and several of its requests at once. */
export const NOT_PLAIN = 'x_odd: 1\r\n';

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
  return new Promise((resolve, reject) => {
    let raw = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write(rawRequest({ model, messages: saying('hi'), ...more }));
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

/** A client that reads of its answer what it is told to, and little more. */
export interface SlowReader {
  /** Of its answer; empty while there is none. */
  readonly status: string;
  /** Reads until it has so many bytes in all, or the connection ends. */
  readUpTo(bytes: number): Promise<void>;
  leave(): void;
}

const WITHIN_MS = 90_000;
const STATUS_LINE = 'HTTP/1.1 200';

/** Sends a request, and reads nothing of its answer yet. */
export function askSlowly(port: number, request: string): SlowReader {
  let read = 0;
  let wanted = 0;
  let isClosed = false;
  let head = '';
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
  });
  socket.on('data', (chunk) => {
    read += chunk.length;
    if (head.length < STATUS_LINE.length) head += chunk.toString('latin1', 0, STATUS_LINE.length);
    if (read >= wanted) socket.pause();
  });
  socket.pause();
  socket.write(request);
  return {
    get status() {
      return head.slice(STATUS_LINE.length - 3, STATUS_LINE.length);
    },
    readUpTo: async (bytes) => {
      wanted = bytes;
      if (read < wanted) socket.resume();
      await waitFor(() => read >= wanted || isClosed, WITHIN_MS);
    },
    leave: () => {
      socket.destroy();
    },
  };
}

const EVERY_MS = 10;

export interface LivelinessProbe {
  /** Ends the probing; answers how many probes there were, and the longest wait in milliseconds. */
  stop(): Promise<{ count: number; longestMs: number }>;
}

/** Asks a gateway again and again whether it lives, as somebody else who wants to be served. */
export function probeLiveliness(port: number): LivelinessProbe {
  const over = new AbortController();
  let count = 0;
  let longestMs = 0;
  const probing = (async () => {
    while (!over.signal.aborted) {
      const started = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}/health/liveliness`);
      await response.text();
      if (response.status !== 200) throw new Error(`liveliness was ${response.status}`);
      longestMs = Math.max(longestMs, performance.now() - started);
      count += 1;
      await delay(EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await probing;
      return { count, longestMs: Math.round(longestMs) };
    },
  };
}
