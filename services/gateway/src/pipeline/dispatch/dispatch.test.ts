import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { describe, expect, it } from 'vitest';
import { UpstreamError, type ProviderClient } from '../../providers/upstream/provider-client.ts';
import { NO_SECRETS } from '../../providers/upstream/secret-guard.ts';
import type { Ending, Routed } from '../exchange/phases.ts';
import { Deadlines } from '../exchange/deadlines.ts';
import { dispatch } from './dispatch.ts';

/** Dispatches a request to models of a provider each that is tried once more, and answers how it ended. */
function dispatched(
  send: ProviderClient['send'],
  { models = ['m'], ...more }: { mustEndAt?: number; models?: readonly string[] } = {},
) {
  const clock = new ManualClock(0);
  const { log, entries } = recordingLog();
  const client: ProviderClient = { send, guard: NO_SECRETS, errorGuard: NO_SECRETS };
  const provider = { unusable: undefined, maxRetries: 1, timeoutMs: 1000, client };
  const exchange = {
    request: { headers: {} },
    requestId: 'r',
    mustEndAt: 60_000,
    note: () => undefined,
    isGone: false,
    ...more,
    gateway: {
      clock,
      log,
      random: () => 0,
      alarms: { warn: () => undefined },
      metrics: { attemptFailed: () => undefined },
      deadlines: new Deadlines(clock, (error) => {
        throw error;
      }),
    },
  };
  const routed = {
    exchange,
    requestedName: 'm',
    input: { stream: false, promptCharacters: 0, bodyFor: (name: string) => Buffer.from(name) },
    candidates: models.map((id) => ({ id, upstreamModel: id, provider: { ...provider, id } })),
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
