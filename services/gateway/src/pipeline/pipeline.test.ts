import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { RateLimits } from '@aicp/contracts/limits/rate-limits';
import fc from 'fast-check';
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { HealthBook } from '../health/health-book.ts';
import { UpstreamError, type ProviderClient } from '../providers/upstream/provider-client.ts';
import { NO_SECRETS } from '../providers/upstream/secret-guard.ts';
import { TailBytes } from './answer/document-relay.ts';
import { TokenEstimator } from '../usage/token-estimator.ts';
import { toLimits } from '../usage/token-limits.ts';
import { dispatch } from './dispatch/dispatch.ts';
import { Deadlines } from './exchange/deadlines.ts';
import type { Exchange } from './exchange/exchange.ts';
import type { Arrived, Ending, Routed } from './exchange/phases.ts';
import { internalError } from './exchange/refusal.ts';
import type { Flow, Stage } from './exchange/stage.ts';
import { DRY_RUN_STAGES, STAGES } from './index.ts';
import { WITHOUT_BUDGETS } from '../testing/budgets.ts';
import { principal } from '../testing/request-facts.ts';
import { Passage } from './passage.ts';

type Run = (phase: Arrived, flow: Flow<Arrived>) => void;

const stage = (run: Run, hasEffects = false): Stage => ({
  name: 'test',
  from: 'arrived',
  to: 'arrived',
  hasEffects,
  run,
});

/** Sends a request through stages; answers what was undone, in order. */
function passing(...stages: readonly Stage[]) {
  const undone: string[] = [];
  const { log, entries } = recordingLog();
  const response = Object.assign(new EventEmitter(), {
    headersSent: true,
    writableFinished: false,
    destroy: () => undone.push('cut'),
  });
  const metrics = { inFlight: 0 };
  const admission = { release: () => undefined };
  const gateway = { log, metrics, admission };
  const exchange = { response, gateway, isDryRun: false, onGone: undefined };
  const taking = (what: string): Stage =>
    stage((phase, flow) => {
      flow.pass(phase, () => undone.push(what));
    });
  const begin = () => {
    const all = [taking('first'), taking('second'), ...stages];
    new Passage(exchange as unknown as Exchange, all).begin();
  };
  return { begin, undone, entries, metrics, leave: () => response.emit('close') };
}

describe('what stages took', () => {
  it('is given back once, the last first, when a later stage refuses', () => {
    const { begin, undone, leave, metrics } = passing(
      stage((_phase, flow) => {
        flow.refuse(internalError());
        flow.refuse(internalError());
      }),
    );
    begin();
    leave();
    expect(undone).toEqual(['second', 'first', 'cut']);
    expect(metrics.inFlight).toBe(0);
  });

  it('is given back when a later stage fails', () => {
    const { begin, undone, entries } = passing(
      stage(() => {
        throw new Error('on purpose');
      }, true),
    );
    begin();
    expect(undone).toEqual(['second', 'first', 'cut']);
    expect(entries).toMatchObject([{ level: 'error', event: 'request_failed' }]);
  });

  it('is given back when the client leaves before anything was done for it', () => {
    let flow: Flow<Arrived> | undefined;
    let phase: Arrived | undefined;
    const { begin, undone, leave, metrics } = passing(
      stage((...given) => {
        [phase, flow] = given;
      }),
      stage(() => expect.unreachable()),
    );
    begin();
    expect(metrics.inFlight).toBe(1);
    leave();
    expect(undone).toEqual(['second', 'first']);
    flow?.pass(phase!, () => undone.push('late'));
    expect(undone).toEqual(['second', 'first', 'late']);
    expect(metrics.inFlight).toBe(0);
  });

  it('stays taken when the request is served, or its client leaves once something was done for it', () => {
    const served = passing(
      stage((phase, flow) => {
        flow.pass(phase);
      }, true),
    );
    served.begin();
    served.leave();
    const left = passing(stage(() => undefined, true));
    left.begin();
    left.leave();
    expect([served.undone, left.undone]).toEqual([[], []]);
  });

  it('is all given back, although giving back one thing fails', () => {
    const { begin, undone, entries } = passing(
      stage((phase, flow) => {
        flow.pass(phase, () => {
          throw new Error('on purpose');
        });
      }),
      stage((_phase, flow) => {
        flow.refuse(internalError());
      }),
    );
    begin();
    expect(undone).toEqual(['second', 'first', 'cut']);
    expect(entries).toMatchObject([{ level: 'error' }]);
  });
});

it.each([
  ['a request', STAGES],
  ['a dry run', DRY_RUN_STAGES],
  ['a request that the cache answers', STAGES.filter((one) => !one.isSkippedByHits)],
])('each stage of %s begins in the phase in which the one before it ends', (_what, stages) => {
  const ends = ['arrived', ...stages.map(({ to }) => to)];
  expect(stages.map(({ from }) => from)).toEqual(ends.slice(0, -1));
});

it.each([
  ['hit', ['first', 'last']],
  ['miss', ['first', 'skipped', 'skipped', 'last']],
])('a request of which the cache says %s goes through %j', (state, expected) => {
  const ran: string[] = [];
  const noting = (name: string, change?: (exchange: Exchange) => void): Stage =>
    stage((phase, flow) => {
      ran.push(name);
      change?.(phase.exchange);
      flow.pass(phase);
    }, true);
  const skipped: Stage = { ...noting('skipped'), isSkippedByHits: true };
  const found = noting('first', (exchange) => {
    exchange.cache = { state } as Exchange['cache'];
  });
  passing(found, skipped, skipped, noting('last')).begin();
  expect(ran).toEqual(expected);
});

const LIMITS = {
  connectMs: 1000,
  firstByteMs: 1000,
  idleMs: 1000,
  streamMs: Infinity,
  documentMs: 1000,
};

/** Dispatches a request to models of a provider each that is tried once more, and answers how it ended. */
function dispatched(
  send: ProviderClient['send'],
  { models = ['m'], ...more }: { mustEndAt?: number; models?: readonly string[] } = {},
) {
  const clock = new ManualClock(0);
  const { log, entries } = recordingLog();
  const client: ProviderClient = {
    speaks: ['chat'],
    ...{ send, guard: NO_SECRETS, errorGuard: NO_SECRETS },
  };
  const health = new HealthBook({ clock, random: () => 0 });
  const providerOf = (id: string) => {
    const of = { provider: id, address: undefined, credential: 'default', client };
    const target = { name: 'default', weight: 1, client, health: health.target(of) };
    return { id, unusable: undefined, maxRetries: 1, concurrentLimit: Infinity, targets: [target] };
  };
  const none = { policies: [], teams: [], globalRpm: undefined, timeZone: 'UTC' };
  const rateLimits = new RateLimits(none);
  const exchange = {
    request: { headers: {} },
    requestId: 'r',
    protocol: { format: 'chat' },
    mustEndAt: 60_000,
    note: () => undefined,
    isGone: false,
    runtime: { ...WITHOUT_BUDGETS, rateLimits },
    ...more,
    gateway: {
      clock,
      log,
      random: () => 0,
      alarms: { warn: () => undefined },
      metrics: { attemptFailed: () => undefined },
      journal: { amend: () => undefined },
      intents: { encodeAgain: () => '' },
      estimator: new TokenEstimator(),
      deadlines: new Deadlines(clock, (error) => {
        throw error;
      }),
    },
  };
  const routed = {
    exchange,
    principal: principal({ organization: undefined }),
    requestedName: 'm',
    input: {
      ...{ stream: false, promptCharacters: 0, metadata: {} },
      bodyFor: (name: string) => Buffer.from(name),
    },
    headerMetadata: {},
    candidates: models.map((id) => ({
      id,
      upstreamModel: id,
      provider: providerOf(id),
      health: health.model(id),
      timeLimits: LIMITS,
      limits: toLimits(undefined),
    })),
  };
  let ended: Ending | undefined;
  dispatch.run(routed as unknown as Routed, {
    pass: ({ ending }) => {
      ended = ending;
    },
    refuse: () => expect.unreachable(),
  });
  const ending = () => ended;
  return { clock, entries, ending };
}

describe('dispatch', () => {
  it('keeps a fault of a second attempt to its request', async () => {
    let sent = 0;
    const { clock, entries, ending } = dispatched((_request, receiver) => {
      sent += 1;
      if (sent > 1) throw new Error('on purpose');
      queueMicrotask(() => {
        receiver.onError(new UpstreamError('connection', 'refused'));
      });
      return { pause() {}, resume() {}, cancel() {} };
    });
    await clock.advance(5000);
    expect(sent).toBe(2);
    expect(ending()).toMatchObject({ kind: 'failed', refusal: { status: 500 } });
    expect(entries).toMatchObject([
      { level: 'debug' },
      { level: 'error', event: 'request_failed' },
    ]);
  });

  it('says that the time is over where that is so before anybody is asked', () => {
    const { ending } = dispatched(() => expect.unreachable(), { mustEndAt: 0 });
    expect(ending()).toMatchObject({ kind: 'failed', refusal: { status: 504 } });
  });

  it.each([
    ['longer than anybody waits', '6', 60_000],
    ['longer than an hour', '999999', 60_000],
    ['longer than the request has left', '3', 2000],
    ['in words that nobody can read', 'soon', 60_000],
  ])('goes to the next model at once where a provider asks for a wait %s', (_, wait, mustEndAt) => {
    const asked: string[] = [];
    dispatched(
      ({ body }, receiver) => {
        asked.push(String(body));
        queueMicrotask(() => {
          receiver.onStart(429, { 'retry-after': wait });
        });
        return { pause() {}, resume() {}, cancel() {} };
      },
      { models: ['first', 'second'], mustEndAt },
    );
    return expect.poll(() => asked).toEqual(['first', 'second']);
  });
});

describe('tail bytes', () => {
  it('keeps the last bytes, in whatever pieces they come', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 20 });
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 16 }), (chunks, size) => {
        const tail = new TailBytes(size);
        for (const chunk of chunks) tail.add(Buffer.from(chunk));
        const all = Buffer.concat(chunks);
        expect(tail.bytes).toEqual(all.subarray(-size));
      }),
    );
  });
});
