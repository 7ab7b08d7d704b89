import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { AnswersOf } from '@aicp/common/http/pipelining';
import { pause, type Clock } from '@aicp/common/time/clock';

/** A client that was refused has so long to close its connection, ms. */
const LINGER_MS = 2000;

/**
 * The connections that ask for a session and have none yet. Node's server knows of a connection no more once it gave it out as an upgrade:
 * whoever has it has to answer, to bound it and to close it.
 */
export class UnopenedUpgrades {
  private readonly sockets = new Set<Socket>();
  private readonly clock: Clock;
  private readonly onError: (error: Error) => void;

  /** `onError`: hears of connections that break. */
  constructor(clock: Clock, onError: (error: Error) => void) {
    this.clock = clock;
    this.onError = onError;
  }

  /**
   * What a refusal is answered with. It is over, as its event `close` says, as soon as it is written, and its connection is closed then, in
   * two seconds at the latest. Undefined where an earlier request of the connection has no answer yet: the connection is cut then, since
   * nobody could tell whose answer the next one is. `answersOf`: those of a connection before it.
   */
  answerOn(
    request: IncomingMessage,
    socket: Socket,
    answersOf: AnswersOf,
  ): ServerResponse | undefined {
    socket.on('error', this.onError);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    try {
      response.assignSocket(socket);
    } catch (error) {
      this.onError(error as Error);
      const open = answersOf(socket);
      socket.destroy();
      closeWaiting(open);
      return undefined;
    }
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    response.once('finish', () => {
      response.detachSocket(socket);
      this.part(socket);
      response.emit('close');
    });
    return response;
  }

  /** The connection has its session, which closes it. */
  opened(socket: Socket): void {
    this.sockets.delete(socket);
  }

  closeAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** What the client still sends is left unread: a reset might overtake its answer. */
  private part(socket: Socket): void {
    const closed = new AbortController();
    socket.once('close', () => {
      closed.abort();
    });
    socket.end();
    socket.resume();
    void pause(this.clock, LINGER_MS, closed.signal).then(() => socket.destroy());
  }
}

/** Closes the answers that wait for one before them: Node closes them with their connection, but for one that it gave out as an upgrade. */
function closeWaiting(answers: readonly ServerResponse[]): void {
  for (const answer of answers)
    if (!answer.socket && !answer.writableFinished) answer.emit('close');
}
