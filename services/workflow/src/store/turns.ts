/** Lets so much of one execution be done at a time; the rest waits in the order in which it came, and holds up no other execution. */
export class Turns {
  private readonly most: number;
  private readonly under = new Map<string, { count: number; readonly waiting: (() => void)[] }>();

  constructor(most: number) {
    this.most = most;
  }

  /** Does it when its turn has come. Rejects with the signal's reason where that aborts before, and as `work` does. */
  async take<T>(execution: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const queue = this.under.get(execution) ?? { count: 0, waiting: [] };
    this.under.set(execution, queue);
    if (queue.count < this.most) queue.count += 1;
    else await turnIn(queue.waiting, signal);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else if (--queue.count === 0) this.under.delete(execution);
    }
  }
}

/** Resolves when whoever goes before has left its place to it. */
async function turnIn(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const begin = (): void => {
    resolve(undefined);
  };
  const leave = (): void => {
    const index = waiting.indexOf(begin);
    // It has its turn already, and sees by itself that nobody wants it.
    if (index < 0) return;
    waiting.splice(index, 1);
    reject(signal?.reason as Error);
  };
  waiting.push(begin);
  signal?.addEventListener('abort', leave, { once: true });
  try {
    await promise;
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}
