import { connect, type Socket } from 'node:net';
import { listen, type Listening } from '@aicp/common/http/listen';
import { discardBody } from '../pipeline/collect-body.ts';
import type { ClientResponse, CollectableRequest } from '../client/client.ts';
import { waitFor } from './wait-for.ts';
import { createBareApp } from '../http/app.ts';
import { messageClassesOf } from '../http/message-classes.ts';
import { Lane } from '../http/lane/lane.ts';

export const PATH = '/v1/chat/completions';

/** Answers with what it was asked, in the ways in which the gateway answers: `x-as` says which. */
function answer(seen: string[], request: CollectableRequest, response: ClientResponse): void {
  const how = request.headers['x-as'];
  if (how === 'refusal' || how === 'last-refusal') {
    seen.push(JSON.stringify(request.headers));
    discardBody(request);
    const headers = ['content-type', 'text/plain', 'content-length', '2'];
    response.writeHead(403, how === 'refusal' ? headers : ['connection', 'close', ...headers]);
    response.end('no', 'latin1');
    return;
  }
  const pieces: Buffer[] = [];
  const end = (): void => {
    const { method, url, headers } = request;
    const body = how === 'holding' ? holding(pieces) : Buffer.concat(pieces).toString('latin1');
    const text = JSON.stringify({ method, url, headers, body });
    seen.push(text);
    if (how === 'never') {
      response.once('close', () => seen.push('left'));
      return;
    }
    if (how === 'stream' || how === 'stream-late') stream(response, text);
    else {
      const length = String(Buffer.byteLength(text));
      response.writeHead(200, ['content-type', 'application/json', 'content-length', length]);
      response.end(how === 'bytes' ? Buffer.from(text) : text);
    }
    if (how?.includes('late')) writeLate(response, seen);
  };
  request.sink = { add: (piece) => pieces.push(piece), end };
}

/** Whether the pieces of a body keep much more in memory than they are. */
function holding(pieces: readonly Buffer[]): 'wasteful' | 'lean' {
  const held = pieces.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  return held > 3 * Buffer.concat(pieces).length ? 'wasteful' : 'lean';
}

/** Goes on after the end of an answer: at once, and when it is over and the connection may be at the next one. */
function writeLate(response: ClientResponse, seen: string[]): void {
  const goOn = (): void => {
    // Node tells of these by an event, or not at all.
    attempt(() => response.write(Buffer.from('late')));
    attempt(() => response.end('later'));
    seen.push(attempt(() => response.writeHead(200, ['content-length', '4'])));
  };
  response.on('error', () => undefined);
  goOn();
  response.once('close', () => {
    goOn();
    seen.push(
      `${response.writableFinished} ${response.socket === null} ${response.writableLength}`,
    );
    response.destroy();
  });
}

function attempt(work: () => unknown): 'done' | 'refused' {
  try {
    work();
    return 'done';
  } catch {
    return 'refused';
  }
}

function stream(response: ClientResponse, text: string): void {
  response.writeHead(200, ['content-type', 'text/event-stream', 'trailer', 'x-cost']);
  response.write(Buffer.from(text));
  response.write(Buffer.alloc(20_000, text));
  response.addTrailers({ 'x-cost': '1' });
  response.end('dône');
}

/** A server with a lane, or without one. */
export interface Side {
  readonly listening: Listening;
  readonly lane: Lane | undefined;
  /** Requests that the lane has read. */
  taken: number;
  /** What all requests asked, with their bodies, as far as they were whole. */
  seen: string[];
  /** The server's end of the last connection. */
  socket: Socket | undefined;
}

/** Opens a server, with a lane where there is a clock. */
export async function openSide(clock?: LaneClock): Promise<Side> {
  const app = createBareApp();
  const seen: string[] = [];
  app.post([PATH, '/other'], answer.bind(undefined, seen) as never);
  app.use((_request, response) => {
    response.writeHead(404, ['content-length', '0']);
    response.end();
  });
  const options = { host: '127.0.0.1', port: 0, classes: messageClassesOf(app) };
  const listening = await listen(app, options);
  const side: { -readonly [K in keyof Side]: Side[K] } = {
    listening,
    lane: undefined,
    taken: 0,
    seen,
    socket: undefined,
  };
  if (clock) {
    const routes = new Map([
      [
        PATH,
        (request: CollectableRequest, response: ClientResponse) => {
          side.taken += 1;
          answer(seen, request, response);
        },
      ],
    ]);
    side.lane = new Lane(listening.server, { routes, clock });
    listening.asides.push(side.lane);
  }
  listening.server.on('connection', (socket: Socket) => {
    side.socket = socket;
  });
  return side;
}

export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** In one process, whatever is under way is over after so many turns of the event loop in which nothing is heard. */
const QUIET_TURNS = 25;

const DATE = /Date: [^\r]*\r\n/g;
const bytesRead = (side: Side): number => side.socket?.bytesRead ?? 0;

type LaneClock = ConstructorParameters<typeof Lane>[1]['clock'];

/** All that a server says on one connection that is sent these pieces, without its dates; and whether it closed the connection by itself. */
export async function hear(side: Side, pieces: readonly Buffer[]) {
  side.socket = undefined;
  const socket = connect({ port: side.listening.port, host: '127.0.0.1', noDelay: true });
  let said = '';
  // Also where it closes while something is waited for.
  let isClosed = false as boolean;
  socket.on('data', (data) => (said += data.toString('latin1')));
  socket.on('error', () => undefined);
  socket.on('close', () => (isClosed = true));
  const quiet = async (): Promise<void> => {
    for (let turns = 0, length = -1; turns < QUIET_TURNS && !isClosed; turns += 1) {
      if (said.length !== length) [turns, length] = [0, said.length];
      await turn();
    }
  };
  await waitFor(() => side.socket);
  let sent = 0;
  for (const piece of pieces) {
    if (isClosed) break;
    socket.write(piece);
    sent += piece.length;
    // A client that sends too much ahead has to wait, and so does its next piece.
    const total = sent;
    await waitFor(() => isClosed || bytesRead(side) >= total || total > 65_536 || undefined);
  }
  await quiet();
  const closedItself = isClosed;
  socket.destroy();
  return { said: said.replaceAll(DATE, ''), closedItself };
}

export const requestText = (
  lines: readonly string[],
  body: string,
  first = `POST ${PATH} HTTP/1.1`,
): string => [first, ...lines, '', body].join('\r\n');
export const plain = (body: string, ...more: string[]): string =>
  requestText(['Host: x', `Content-Length: ${body.length}`, ...more], body);
