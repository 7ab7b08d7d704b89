import { hash } from 'node:crypto';
import { ManualClock, settle } from '@aicp/common/kubernetes/testing/manual-clock';
import { createLogger } from '@aicp/common/log/logger';
import { describe, expect, it } from 'vitest';
import { FakeStore, hanging, refusing } from '../../testing/fake-store.ts';
import { AnswerSeal } from './answer-seal.ts';
import { AnswerShelf } from './answer-shelf.ts';
import { SharedAnswers } from './shared-answers.ts';
import { SharedCounts } from './shared-counts.ts';
import { SharedServer } from './shared-server.ts';
import { StoreCircuit } from './store-circuit.ts';

const DEADLINE_MS = 50;
const MOST = 1000;
const digestOf = (name: string): Buffer => hash('sha256', name, 'buffer');
const ONE = digestOf('one');

function gatewayOn(store = new FakeStore(), clock = new ManualClock()) {
  const logged: Record<string, unknown>[] = [];
  const log = createLogger({
    ...{ service: 'test', level: 'debug' },
    destination: { write: (line: string) => logged.push(JSON.parse(line) as never) },
  });
  const counts = new SharedCounts();
  const rung: unknown[] = [];
  const server = new SharedServer({
    ...{ store, clock, deadlineMs: DEADLINE_MS },
    circuit: new StoreCircuit({ clock, log }),
    alarms: { warn: (event, _, fields) => rung.push([event, fields]) },
  });
  const shared = new SharedAnswers({
    ...{ server, counts, clock, shelf: new AnswerShelf(store) },
    seal: new AnswerSeal('0123456789abcdef0123456789abcdef', 'answers'),
  });
  const ask = (digest = ONE) => shared.ask(digest, MOST);
  const keep = (text = 'answer', digest = ONE, ttlMs = 1000): void => {
    shared.keep(digest, { bytes: Buffer.from(text), endsAtMs: clock.now() + ttlMs }, ttlMs);
  };
  const events = () => logged.map(({ event }) => event);
  return { store, server, clock, counts, ask, keep, rung, events };
}

/** What was kept, as text. */
const text = async (asking: ReturnType<SharedAnswers['ask']>): Promise<string | undefined> =>
  (await asking)?.bytes.toString();

describe('answers that gateways share', () => {
  it('are there for another gateway, until their end', async () => {
    const one = gatewayOn();
    const other = gatewayOn(one.store, one.clock);
    expect(await text(one.ask())).toBeUndefined();
    one.keep();
    await settle();
    expect(await other.ask()).toEqual({
      bytes: Buffer.from('answer'),
      endsAtMs: one.clock.now() + 1000,
    });
    expect(await text(other.ask(digestOf('two')))).toBeUndefined();
    // A server that keeps them for longer than it was told.
    one.clock.jump(1000);
    expect(await text(other.ask())).toBeUndefined();
    expect(Object.fromEntries(other.counts.reads)).toMatchObject({
      hit: 1,
      miss: 1,
      unbelieved: 1,
    });
    expect(Object.fromEntries(one.counts.writes)).toMatchObject({ kept: 1 });
  });

  it('are not believed where they were copied, changed, or are longer than they may be', async () => {
    const { store, ask, keep, counts, clock } = gatewayOn();
    keep('answer', digestOf('two'));
    await settle();
    const [[, copied] = ['', Buffer.alloc(0)]] = [...store.values];
    store.reply = () => Promise.resolve(copied);
    expect(await text(ask())).toBeUndefined();
    store.reply = undefined;
    keep('x'.repeat(MOST + 1));
    await settle();
    expect(await text(ask())).toBeUndefined();
    keep('x'.repeat(MOST));
    await settle();
    expect(await text(ask())).toHaveLength(MOST);
    expect(counts.reads.get('unbelieved')).toBe(2);
    expect(clock.sleeping).toBe(0);
  });

  it('are waited for so long and no longer; then the server is left alone, for longer each time', async () => {
    const { store, ask, counts, clock, events } = gatewayOn();
    store.reply = hanging;
    const first = ask();
    await clock.advance(DEADLINE_MS - 1);
    expect(counts.reads.get('failed')).toBe(0);
    await clock.advance(1);
    expect(counts.reads.get('failed')).toBe(1);
    expect(await text(first)).toBeUndefined();
    // One answer that is late is nothing to tell, nor to give up the connection for.
    expect([events(), store.reconnects]).toEqual([[], 0]);
    const tried: number[] = [];
    const began = clock.monotonic();
    while (tried.length < 6) {
      if (ask()) {
        tried.push(Math.round((clock.monotonic() - began) / 1000));
        await clock.advance(DEADLINE_MS);
      }
      clock.jump(100);
    }
    expect(tried).toEqual([1, 3, 7, 15, 31, 61]);
    expect(events()).toEqual(['shared_cache_lost']);
    expect(store.reconnects).toBe(6);
    expect(store.asked).toBe(7);
  });

  it('are tried by one request at a time, and asked for by all again when that is answered', async () => {
    const { store, ask, keep, counts, clock, events } = gatewayOn();
    store.reply = refusing('the connection was lost');
    await ask();
    clock.jump(1000);
    await ask();
    clock.jump(2000);
    const answers = Promise.withResolvers<Buffer>();
    store.reply = () => answers.promise;
    const trying = ask();
    expect(trying).toBeDefined();
    expect(ask()).toBeUndefined();
    keep();
    expect(counts.writes.get('skipped')).toBe(1);
    answers.resolve(Buffer.alloc(0));
    await trying;
    store.reply = undefined;
    expect(ask()).toBeDefined();
    expect(ask()).toBeDefined();
    await settle();
    expect(events()).toEqual(['shared_cache_lost', 'shared_cache_back']);
    expect(counts.reads.get('skipped')).toBe(1);
  });

  it('fail once where all that was asked at a time fails', async () => {
    const { store, ask, clock, events } = gatewayOn();
    store.reply = hanging;
    const all = Array.from({ length: 20 }, () => ask());
    await clock.advance(DEADLINE_MS);
    for (const asked of all) expect(await text(asked)).toBeUndefined();
    expect(store.asked).toBe(20);
    expect(events()).toEqual([]);
    clock.jump(1000);
    expect(ask()).toBeDefined();
  });

  it.each([
    ['a refusal', refusing('NOPERM', 'ReplyError')],
    ['a list', () => Promise.resolve([])],
    ['a number', () => Promise.resolve(7)],
    ['nothing', () => Promise.resolve(null)],
  ])('are misses where the server answers %s', async (_, reply) => {
    const { store, ask, counts } = gatewayOn();
    store.reply = reply;
    expect(await text(ask())).toBeUndefined();
    expect(counts.reads.get('failed')).toBe(1);
  });

  it('are asked of nobody while there is no connection, which is told once and only where a reason is known', () => {
    const { store, ask, keep, counts, events } = gatewayOn();
    store.isReady = false;
    expect(ask()).toBeUndefined();
    expect(events()).toEqual([]);
    store.fault = 'connection refused';
    for (let count = 0; count < 3; count += 1) {
      expect(ask()).toBeUndefined();
      keep();
    }
    expect(events()).toEqual(['shared_cache_lost']);
    expect([store.asked, store.values.size]).toEqual([0, 0]);
    expect([counts.reads.get('skipped'), counts.writes.get('skipped')]).toEqual([4, 3]);
  });

  it('are asked of nobody where there never was a connection, which is told once when it takes too long', async () => {
    const { store, clock, ask, events } = gatewayOn();
    store.isReady = false;
    await clock.advance(2_000);
    expect(ask()).toBeUndefined();
    expect(events()).toEqual([]);
    await clock.advance(1);
    expect([ask(), ask()]).toEqual([undefined, undefined]);
    expect(events()).toEqual(['shared_cache_lost']);
    store.isReady = true;
    await ask();
    expect(events()).toEqual(['shared_cache_lost', 'shared_cache_back']);
  });

  it('are asked for by so many at a time of a server that hangs, whose connection is given up then', async () => {
    const { store, ask, counts, clock } = gatewayOn();
    store.reply = hanging;
    for (let count = 0; count < 300; count += 1) void ask();
    expect([store.asked, counts.reads.get('skipped')]).toEqual([256, 44]);
    await clock.advance(DEADLINE_MS);
    expect(store.reconnects).toBe(1);
  });

  it('are written in a bounded memory, beyond which they are dropped', async () => {
    const { store, keep, counts } = gatewayOn();
    const writing = Promise.withResolvers<number>();
    store.reply = () => writing.promise;
    const large = 'x'.repeat(1 << 20);
    for (let count = 0; count < 10; count += 1) keep(large);
    expect(counts.writes.get('dropped')).toBe(3);
    writing.resolve(1);
    await settle();
    keep(large);
    await settle();
    expect(Object.fromEntries(counts.writes)).toMatchObject({ kept: 8, dropped: 3 });
  });

  it('are not kept where the server is full, or says why it takes none; a connection that breaks is told elsewhere', async () => {
    const { store, keep, counts, rung } = gatewayOn();
    store.reply = () => Promise.resolve(0);
    keep();
    await settle();
    store.reply = refusing('OOM command not allowed', 'ReplyError');
    keep();
    await settle();
    store.reply = refusing('the connection was lost');
    keep();
    await settle();
    expect(rung).toEqual([['shared_cache_not_kept', { reason: 'OOM command not allowed' }]]);
    expect(Object.fromEntries(counts.writes)).toMatchObject({ full: 1, failed: 2 });
  });

  it('let go of the connection with the gateway', () => {
    const { store, server } = gatewayOn();
    server.close();
    expect(store.isClosed).toBe(true);
  });
});
