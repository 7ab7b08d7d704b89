import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Requests that got no answer, by what the peer had done when they were written. */
export interface LostRequests {
  /** The peer had closed before: its end was in this machine's queue, and nobody had read it. */
  writtenAfterClose: number;
  /** The request was written first, and the peer closed without having read it. */
  writtenBeforeClose: number;
  /** Of the former: the longest that the end had been there, in milliseconds. */
  longestUnreadMs: number;
}

interface Written {
  readonly port: number;
  readonly at: bigint;
  readonly bytesRead: number;
}

/**
 * Watches every connection that this process opens: when a request was written last, and whether anything was read since. Times are of
 * the machine's monotonic clock, so that they compare with those of another process.
 */
export class LostRequestWatch {
  private readonly lost: Written[] = [];

  constructor() {
    subscribe('net.client.socket', (message) => {
      this.watch((message as { socket: Socket }).socket);
    });
  }

  /** What was lost since the last call, by the times at which the peer closed the connections of these ports. */
  take(closedAt: ReadonlyMap<number, bigint>): LostRequests {
    const found: LostRequests = { writtenAfterClose: 0, writtenBeforeClose: 0, longestUnreadMs: 0 };
    for (const { port, at } of this.lost.splice(0)) {
      const closed = closedAt.get(port);
      if (closed === undefined) continue;
      const unreadMs = Number(at - closed) / 1e6;
      if (unreadMs > 0) found.writtenAfterClose += 1;
      else found.writtenBeforeClose += 1;
      found.longestUnreadMs = Math.max(found.longestUnreadMs, unreadMs);
    }
    return found;
  }

  /** From its second request on: a connection that was opened for a request is not stale. */
  private watch(socket: Socket): void {
    let written: Written | undefined;
    socket.once('connect', () => {
      const { localPort: port = 0 } = socket;
      const write = socket.write.bind(socket);
      socket.write = ((...parts: Parameters<typeof write>): boolean => {
        written = { port, at: process.hrtime.bigint(), bytesRead: socket.bytesRead };
        return write(...parts);
      }) as typeof write;
    });
    socket.once('close', () => {
      if (written && socket.bytesRead === written.bytesRead) this.lost.push(written);
    });
  }
}
