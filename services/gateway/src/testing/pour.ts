import type { Socket } from 'node:net';

/** What a peer pours: the same piece for as long as it is taken, or so many times, and then the end. */
interface Pouring {
  readonly piece: Buffer;
  readonly times?: number;
  readonly end?: string;
  /** Whether it ends the connection after that. */
  readonly hangsUp?: boolean;
}

/** Writes as fast as the other side reads. */
export function pour(
  socket: Socket,
  head: string,
  { piece, times = Infinity, end = '', hangsUp = false }: Pouring,
): void {
  let left = times;
  const more = (): void => {
    while (left > 0 && socket.writable) {
      left -= 1;
      if (socket.write(piece)) continue;
      socket.once('drain', more);
      return;
    }
    if (socket.writable) socket.write(end);
    if (hangsUp) socket.end();
  };
  socket.write(head);
  more();
}
