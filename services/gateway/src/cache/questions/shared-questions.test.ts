import { createHash } from 'node:crypto';
import { ManualClock, settle } from '@aicp/common/kubernetes/testing/manual-clock';
import { createLogger } from '@aicp/common/log/logger';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeStore, hanging, refusing, type Reply } from '../../testing/fake-store.ts';
import { AnswerSeal } from '../shared/answer-seal.ts';
import { SharedCounts } from '../shared/shared-counts.ts';
import { SharedServer } from '../shared/shared-server.ts';
import { StoreCircuit } from '../shared/store-circuit.ts';
import { OpenedQuestion, sealQuestion, type QuestionToTell } from './opened-question.ts';
import { QuestionShelf, type News, type Position } from './question-shelf.ts';
import { SharedQuestions } from './shared-questions.ts';

const DEADLINE_MS = 50;
const TTL_MS = 1000;
const SECRET = '0123456789abcdef0123456789abcdef';
const digestOf = (name: string): Buffer => createHash('sha256').update(name).digest();
const [GROUP, ELSEWHERE] = [digestOf('one group'), digestOf('another group')];

/** Groups as they stand in a server that does what it should. */
class FakeShelf {
  readonly groups = new Map<string, Buffer[]>();
  readonly asked: (Position | undefined)[] = [];

  read(name: string, position?: Position): Promise<News> {
    this.asked.push(position);
    const all = this.groups.get(name);
    const from = Number(position?.count ?? 0);
    if (!all) return Promise.resolve({ sealed: [], position: undefined });
    const now = { made: 'made', count: String(all.length) };
    return Promise.resolve({ sealed: all.slice(from), position: now });
  }

  write(name: string, question: Buffer): Promise<boolean> {
    this.groups.set(name, [...(this.groups.get(name) ?? []), question]);
    return Promise.resolve(true);
  }
}

function gatewayOn({
  shelf = new FakeShelf(),
  clock = new ManualClock(),
  store = new FakeStore(),
}: {
  readonly shelf?: Pick<QuestionShelf, 'read' | 'write'>;
  readonly clock?: ManualClock;
  readonly store?: FakeStore;
} = {}) {
  const counts = new SharedCounts();
  const rung: unknown[] = [];
  const log = createLogger({
    ...{ service: 'test', level: 'debug' },
    destination: { write: () => undefined },
  });
  const circuit = new StoreCircuit({ clock, log });
  const server = new SharedServer({
    ...{ store, circuit, clock, deadlineMs: DEADLINE_MS },
    alarms: { warn: (event, kind, fields) => rung.push([event, kind, fields]) },
  });
  const seal = new AnswerSeal(SECRET, 'questions');
  const shared = new SharedQuestions({ server, shelf, seal, counts, clock });
  const question = (name: string): QuestionToTell => ({
    ...{ digest: digestOf(name), vector: Float32Array.of(0.6, -0.8), words: `ask ${name}` },
    endsAtMs: clock.now() + TTL_MS,
  });
  const tell = (name: string, group = GROUP): void => {
    shared.tell(group, question(name), TTL_MS);
  };
  const words = async (group = GROUP) =>
    (await shared.news(group))?.map((one) => one.words) ?? 'nobody is asked';
  const reads = () => Object.fromEntries([...counts.reads].filter(([, count]) => count > 0));
  return { shared, store, clock, circuit, counts, seal, question, tell, words, reads, rung };
}

/** A gateway on a server that answers so. */
function gatewayBefore(reply: Reply) {
  const store = new FakeStore();
  store.reply = reply;
  return gatewayOn({ store, shelf: new QuestionShelf(store) });
}

describe('questions of which gateways tell one another', () => {
  it('are told whole, and only what is new', async () => {
    const shelf = new FakeShelf();
    const one = gatewayOn({ shelf });
    const other = gatewayOn({ shelf, clock: one.clock });
    expect(await other.words()).toEqual([]);
    one.tell('a');
    const [told] = (await other.shared.news(GROUP)) ?? [];
    expect(told).toMatchObject(one.question('a'));
    one.tell('b');
    expect(await other.words()).toEqual(['ask b']);
    expect(await other.words()).toEqual([]);
    expect(shelf.asked.map((position) => position?.count)).toEqual([
      undefined,
      undefined,
      '1',
      '2',
    ]);
    expect(other.reads()).toEqual({ miss: 2, hit: 2 });
    expect(await other.words(ELSEWHERE)).toEqual([]);
  });

  it('are told again from the start to a gateway that begins anew', async () => {
    const gateway = gatewayOn();
    gateway.tell('a');
    expect(await gateway.words()).toEqual(['ask a']);
    gateway.shared.beginAnew();
    expect(await gateway.words()).toEqual(['ask a']);
  });

  it('are not told past the end of their answers', async () => {
    const gateway = gatewayOn();
    gateway.tell('a');
    gateway.clock.jump(TTL_MS);
    gateway.tell('b');
    expect(await gateway.words()).toEqual(['ask b']);
  });

  it('are not believed where they were sealed for another group, for another purpose, or by nobody', async () => {
    const shelf = new FakeShelf();
    const gateway = gatewayOn({ shelf });
    gateway.tell('a', ELSEWHERE);
    const [copied = Buffer.alloc(0)] = [...shelf.groups.values()].flat();
    const answers = new AnswerSeal(SECRET, 'answers');
    const name = gateway.seal.nameOf(GROUP);
    gateway.tell('b');
    await shelf.write(name, copied);
    await shelf.write(name, sealQuestion(answers, GROUP, gateway.question('c')));
    await shelf.write(name, Buffer.from('whatever somebody wrote'));
    await shelf.write(name, Buffer.alloc(0));
    expect(await gateway.words()).toEqual(['ask b']);
    expect(gateway.reads()).toEqual({ unbelieved: 1 });
    expect(answers.nameOf(GROUP)).not.toBe(name);
  });

  it('are nothing where a seal of a gateway holds something else', () => {
    const { seal } = gatewayOn();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const sealed = seal.seal(GROUP, { bytes: Buffer.from(bytes), endsAtMs: 1 });
        const opened = OpenedQuestion.open(seal, GROUP, sealed);
        const parts = bytes.length < 34 ? 0 : Buffer.from(bytes).readUInt16BE(32);
        const isOne = parts > 0 && bytes.length >= 34 + 4 * parts;
        expect(opened?.vector.length).toBe(isOne ? parts : undefined);
      }),
    );
  });

  it('are opened as they were sealed', () => {
    const { seal } = gatewayOn();
    const part = fc.float({ noNaN: true });
    const vectors = fc.array(part, { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(vectors, fc.string({ unit: 'grapheme' }), fc.nat(), (parts, words, endsAtMs) => {
        const question = { digest: GROUP, vector: Float32Array.from(parts), words, endsAtMs };
        const opened = OpenedQuestion.open(seal, GROUP, sealQuestion(seal, GROUP, question));
        expect(opened).toMatchObject(question);
      }),
    );
  });

  it('are read once for all who ask about one group at a time, and of so many groups', async () => {
    const reading = Promise.withResolvers<News>();
    let reads = 0;
    const read = (): Promise<News> => {
      reads += 1;
      return reading.promise;
    };
    const { shared, reads: counted } = gatewayOn({
      shelf: { read, write: () => Promise.resolve(true) },
    });
    expect(shared.news(GROUP)).toBe(shared.news(GROUP));
    expect(reads).toBe(1);
    for (let count = 0; count < 40; count += 1) void shared.news(digestOf(String(count)));
    expect(reads).toBe(32);
    reading.resolve({ sealed: [], position: undefined });
    await settle();
    expect(counted()).toEqual({ miss: 32, skipped: 9 });
    expect(shared.news(GROUP)).toBeDefined();
  });

  it('are waited for as long as answers are, and then left alone with them', async () => {
    const { words, clock, circuit, reads } = gatewayBefore(hanging);
    const waiting = words();
    await clock.advance(DEADLINE_MS);
    expect(await waiting).toEqual([]);
    expect([circuit.isClosed, reads()]).toEqual([false, { failed: 1 }]);
    expect(await words()).toBe('nobody is asked');
  });

  it('may be refused, by a server that shares answers all the same', async () => {
    const gateway = gatewayBefore(refusing('NOPERM', 'ReplyError'));
    expect(await gateway.words()).toEqual([]);
    gateway.tell('a');
    await settle();
    expect([gateway.circuit.isClosed, gateway.reads()]).toEqual([true, { failed: 1 }]);
    expect(gateway.rung).toEqual([
      ['shared_cache_not_read', 'questions', { reason: 'NOPERM' }],
      ['shared_cache_not_kept', 'questions', { reason: 'NOPERM' }],
    ]);
  });

  it.each<[string, unknown]>([
    ['a text', Buffer.from('x')],
    ['numbers', [1, 2, 3]],
    ['nothing', null],
    ['a count that is none', ['made', '1e9', 'x'].map((one) => Buffer.from(one))],
  ])('are none where the server answers %s', async (_, reply) => {
    const { words, reads } = gatewayBefore(() => Promise.resolve(reply));
    expect(await words()).toEqual([]);
    expect(reads()).toEqual({ failed: 1 });
  });
});
