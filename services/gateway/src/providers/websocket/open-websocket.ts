import type { IncomingMessage } from 'node:http';
import { pause, type Clock } from '@aicp/common/time/clock';
import { WebSocket } from 'ws';
import type { DialListener, Dial } from '../dial/dial.ts';
import { UpstreamError, type UpstreamHeaders } from '../upstream/provider-client.ts';

/** Bytes of the largest message that is taken, from clients and from providers: a message with audio is no larger at any vendor. */
export const MOST_MESSAGE_BYTES = 16 * 1_048_576;

/** Of an answer that is no upgrade so much is read. */
const MOST_ERROR_BYTES = 65_536;

/** The provider answered, and did not open a session. */
export class SessionRefused extends Error {
  override readonly name = 'SessionRefused';
  readonly status: number;
  readonly headers: UpstreamHeaders;
  readonly body: Buffer;

  constructor({ statusCode = 502, headers }: IncomingMessage, body: Buffer) {
    super(`the provider answered ${statusCode}`);
    this.status = statusCode;
    this.headers = headers;
    this.body = body;
  }
}

/** Where a WebSocket leads, and by which connection. */
export interface WebSocketOptions {
  /** Path and query, as they are sent. */
  readonly target: string;
  /** In lower case, `host` among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Opens the connection, which carries nothing else. */
  readonly dial: (listener: DialListener) => Dial;
  /** For the connection, and again for the whole answer to the upgrade. */
  readonly timeoutMs: number;
  /** Whoever asked is gone. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/**
 * Opens a WebSocket over a connection of our own. It is paused, so that nothing is lost before somebody listens. Rejects with a `SessionRefused`
 * where the other side answers otherwise, and with an `UpstreamError` where it does not answer.
 */
export function openWebSocket(options: WebSocketOptions): Promise<WebSocket> {
  const { signal, dial } = options;
  return new Promise((resolve, reject) => {
    let end = (): void => {
      dialing.destroy();
    };
    const onAbort = (): void => {
      end();
      reject(new UpstreamError('connection', 'whoever asked is gone'));
    };
    const dialing = dial({
      opened(socket) {
        const webSocket = handshake(options, () => socket);
        end = () => {
          webSocket.terminate();
        };
        settleWith(webSocket, { resolve, reject, within: timeOf(options) });
      },
      failed: reject,
    });
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}

/** The address has no TLS of its own: the connection has it, where the provider's address says so. */
const handshake = (
  { target, headers }: WebSocketOptions,
  createConnection: () => ReturnType<NonNullable<WebSocket.ClientOptions['createConnection']>>,
): WebSocket =>
  new WebSocket(`ws://${headers['host']}${target}`, {
    ...{ createConnection, headers: { ...headers } },
    ...{ perMessageDeflate: false, followRedirects: false, maxPayload: MOST_MESSAGE_BYTES },
  });

/** Calls `over` when the time for the answer is over, unless it is ended before. */
function timeOf({ clock, timeoutMs }: WebSocketOptions): Settling['within'] {
  return (over) => {
    const ended = new AbortController();
    void pause(clock, timeoutMs, ended.signal).then((passed) => {
      if (passed && !ended.signal.aborted) over();
    });
    return () => {
      ended.abort();
    };
  };
}

interface Settling {
  readonly resolve: (socket: WebSocket) => void;
  readonly reject: (error: Error) => void;
  /** Waits for the whole answer to the upgrade, its head and its body, however slowly they come. What it gives ends the wait. */
  readonly within: (over: () => void) => () => void;
}

function settleWith(socket: WebSocket, { resolve, reject, within }: Settling): void {
  let giveUp = (): void => {
    reject(new UpstreamError('timeout', 'no answer to the upgrade'));
    socket.terminate();
  };
  const stop = within(() => {
    giveUp();
  });
  // Whoever has the socket hears of what breaks it by its close.
  socket.on('error', (error) => {
    stop();
    reject(new UpstreamError('connection', error.message, error));
  });
  socket.once('unexpected-response', (_request, response) => {
    // Its status is known, and tells more than that the rest did not come.
    giveUp = () => {
      response.destroy();
    };
    readRefusal(response, (refused) => {
      stop();
      reject(refused);
      socket.terminate();
    });
  });
  socket.once('open', () => {
    stop();
    socket.pause();
    resolve(socket);
  });
}

/** Reads the body of a refusal up to a bound; what is cut before its end is told as far as it came. */
function readRefusal(response: IncomingMessage, done: (refused: SessionRefused) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const end = (): void => {
    done(new SessionRefused(response, Buffer.concat(chunks)));
  };
  // It breaks off, of which its close tells.
  response.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    if (length < MOST_ERROR_BYTES) chunks.push(chunk.subarray(0, MOST_ERROR_BYTES - length));
    length += chunk.length;
    if (length >= MOST_ERROR_BYTES) response.destroy();
  });
  response.once('close', end);
}
