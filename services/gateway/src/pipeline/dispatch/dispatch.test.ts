import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { describe, expect, it } from 'vitest';
import { UpstreamError, type ProviderClient } from '../../providers/upstream/provider-client.ts';
import { NO_SECRETS } from '../../providers/upstream/secret-guard.ts';
import type { Ending, Routed } from '../exchange/phases.ts';
import { Deadlines } from '../exchange/deadlines.ts';
import { dispatch } from './dispatch.ts';

/** Dispatches a request to one model of a provider that is tried once more, and answers how it ended. */
function dispatched(send: ProviderClient['send'], more: { mustEndAt?: number } = {}) {
  const clock = new ManualClock(0);
  const { log, entries } = recordingLog();
  const client: ProviderClient = { send, guard: NO_SECRETS, errorGuard: NO_SECRETS };
  const provider = { id: 'p', unusable: undefined, maxRetries: 1, timeoutMs: 1000, client };
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
    input: { stream: false, promptCharacters: 0, bodyFor: () => Buffer.from('{}') },
    candidates: [{ id: 'm', upstreamModel: 'm', provider }],
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
});
