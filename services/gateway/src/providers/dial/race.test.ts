import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AddressOrder } from './addresses.ts';
import { Race } from './race.ts';

/** A socket that connects or fails when a test says so. */
class FakeSocket extends EventEmitter {
  isDestroyed = false;

  destroy(): this {
    this.isDestroyed = true;
    return this;
  }
}

function race(addresses: readonly string[]) {
  const opened = new Map<string, FakeSocket>();
  const ended: unknown[] = [];
  const order = new AddressOrder({ monotonic: () => 0 });
  const running = new Race({
    addresses,
    order,
    open: (address) => {
      const socket = new FakeSocket();
      opened.set(address, socket);
      return socket as unknown as Socket;
    },
    connected: (socket) => ended.push(socket),
    failed: (error) => ended.push(error.message),
  });
  const at = (address: string): FakeSocket => {
    const socket = opened.get(address);
    if (!socket) throw new Error(`${address} was not tried`);
    return socket;
  };
  return { running, opened, ended, at, order };
}

const [A, B, C] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'] as const;

describe('a race of addresses', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('gives each a quarter of a second before the next is tried beside it, and the first that connects wins', () => {
    const { opened, ended, at, order } = race([A, B, C]);
    expect([...opened.keys()]).toEqual([A]);
    vi.advanceTimersByTime(249);
    expect(opened.size).toBe(1);
    vi.advanceTimersByTime(1);
    expect([...opened.keys()]).toEqual([A, B]);
    at(B).emit('connect');
    expect(ended).toEqual([at(B)]);
    expect(at(A).isDestroyed).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(opened.size).toBe(2);
    expect(order.order([A, B]).at(-1)).toBe(A);
  });

  it('lets a slow one win all the same', () => {
    const { ended, at } = race([A, B]);
    vi.advanceTimersByTime(300);
    at(A).emit('connect');
    expect(ended).toEqual([at(A)]);
    expect(at(B).isDestroyed).toBe(true);
  });

  it('tries the next at once where one fails, and tells what the first said where all do', () => {
    const { opened, ended, at } = race([A, B]);
    at(A).emit('error', new Error('first'));
    expect([...opened.keys()]).toEqual([A, B]);
    at(B).emit('error', new Error('second'));
    expect(ended).toEqual(['first']);
  });

  it('waits for those that are still under way when the last one fails', () => {
    const { ended, at } = race([A, B]);
    vi.advanceTimersByTime(250);
    at(B).emit('error', new Error('second'));
    expect(ended).toEqual([]);
    at(A).emit('connect');
    expect(ended).toEqual([at(A)]);
  });

  it('tells nobody anything once it is ended', () => {
    const { running, opened, ended, at } = race([A, B]);
    running.destroy();
    expect(at(A).isDestroyed).toBe(true);
    at(A).emit('error', new Error('late'));
    vi.advanceTimersByTime(1000);
    expect(opened.size).toBe(1);
    expect(ended).toEqual([]);
  });
});
