import type { Store } from '@aicp/common/counters/redis/store';

export type Reply = () => Promise<unknown>;

/** A server of which a test says what it does. */
export class FakeStore implements Pick<
  Store,
  'isReady' | 'fault' | 'run' | 'runForBytes' | 'reconnect' | 'close'
> {
  isReady = true;
  fault: string | undefined;
  readonly values = new Map<string, Buffer>();
  /** What it answers in place of what it would. */
  reply: Reply | undefined;
  asked = 0;
  reconnects = 0;
  isClosed = false;

  run(_: unknown, name: string | Buffer = '', value: string | Buffer = ''): Promise<unknown> {
    if (this.reply) return this.reply();
    this.values.set(String(name), Buffer.from(value));
    return Promise.resolve(1);
  }

  runForBytes(
    _: unknown,
    name: string | Buffer = '',
    most: string | Buffer = '',
  ): Promise<unknown> {
    this.asked += 1;
    if (this.reply) return this.reply();
    const value = this.values.get(String(name)) ?? Buffer.alloc(0);
    return Promise.resolve(value.subarray(0, Number(most)));
  }

  reconnect(): void {
    this.reconnects += 1;
  }

  close(): void {
    this.isClosed = true;
  }
}

export const hanging: Reply = () => new Promise(() => undefined);
export const refusing =
  (message: string, name = 'Error'): Reply =>
  () =>
    Promise.reject(Object.assign(new Error(message), { name }));
