import type { Addressee } from './addressee.ts';

const keyOf = ({ principal, session }: Addressee, id: string | number): string =>
  JSON.stringify([principal, session, id]);

/** Calls of clients of 2025 that are under way: such a client says in another request that it wants no answer any more. */
export class OpenCalls {
  private readonly open = new Map<string, AbortController>();

  /** Runs a call, with a signal that says that its client wants its answer no more. A second one by the same id in a session cannot be cancelled. */
  async run<T>(
    whose: Addressee,
    id: string | number,
    call: (cancelled: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const key = keyOf(whose, id);
    const ending = new AbortController();
    const isFirst = !this.open.has(key);
    if (isFirst) this.open.set(key, ending);
    try {
      return await call(ending.signal);
    } finally {
      if (isFirst) this.open.delete(key);
    }
  }

  /** Its client wants no answer to this call any more. */
  cancel(whose: Addressee, id: string | number): void {
    this.open.get(keyOf(whose, id))?.abort(new Error('The client has cancelled the call.'));
  }
}
