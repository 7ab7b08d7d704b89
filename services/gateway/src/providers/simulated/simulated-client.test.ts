import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import type { Simulation } from '@aicp/contracts/snapshot/sections/catalog';
import { describe, expect, it } from 'vitest';
import type { UpstreamReceiver, UpstreamRequest } from '../upstream/provider-client.ts';
import { SimulatedClient } from './simulated-client.ts';
import { DEFAULT_SIMULATION } from './simulation.ts';

const request = (more: object = {}, timeoutMs = 60_000): UpstreamRequest => ({
  ...{ format: 'chat', model: 'm', stream: false },
  body: Buffer.from(JSON.stringify({ messages: [], ...more })),
  promptCharacters: 16,
  requestId: 'r',
  trace: '',
  connectTimeoutMs: timeoutMs,
  timeoutMs,
});

/** What a receiver hears, and when. */
function recorder(clock: ManualClock) {
  const heard: string[] = [];
  const note = (what: string) => heard.push(`${clock.monotonic()} ${what}`);
  const receiver: UpstreamReceiver = {
    onStart: (status) => note(`start ${status}`),
    onData: () => note('data'),
    onEnd: () => note('end'),
    onError: (error) => note(`error ${error.kind}`),
  };
  return { heard, receiver };
}

function send(simulation: Partial<Simulation>, asked: UpstreamRequest) {
  const clock = new ManualClock(0);
  const client = new SimulatedClient({
    simulation: { ...DEFAULT_SIMULATION, ...simulation },
    clock,
    random: () => 0,
  });
  const { heard, receiver } = recorder(clock);
  return { clock, heard, call: client.send(asked, receiver) };
}

describe('the simulated client', () => {
  it('answers after its latency', async () => {
    const { clock, heard } = send({ latencyMs: 70 }, request());
    await clock.advance(69);
    expect(heard).toEqual([]);
    await clock.advance(1);
    expect(heard).toEqual(['70 start 200', '70 data', '70 end']);
  });

  it('streams at its pace', async () => {
    const simulation = { firstTokenMs: 100, tokensPerSecond: 50, outputTokens: 2 };
    const { clock, heard } = send(simulation, request({ stream: true }));
    await clock.advance(1000);
    expect(heard).toEqual([
      '100 start 200',
      '100 data',
      '120 data',
      '140 data',
      '160 data',
      '160 end',
    ]);
  });

  it('waits while it is paused', async () => {
    const { clock, heard, call } = send(
      { tokensPerSecond: 100, outputTokens: 2 },
      request({ stream: true }),
    );
    call.pause();
    await clock.advance(500);
    expect(heard).toEqual(['0 start 200', '0 data']);
    call.resume();
    await clock.advance(0);
    expect(heard.at(-1)).toBe('500 end');
  });

  it('says nothing more once it is cancelled', async () => {
    const { clock, heard, call } = send(
      { tokensPerSecond: 100, outputTokens: 9 },
      request({ stream: true }),
    );
    await clock.advance(15);
    call.cancel();
    await clock.advance(1000);
    expect(heard).toEqual(['0 start 200', '0 data', '10 data']);
  });

  it('breaks off half-way', async () => {
    const broken = send({ abortRate: 1, outputTokens: 5 }, request({ stream: true }));
    await broken.clock.advance(0);
    expect(broken.heard).toEqual(['0 start 200', '0 data', '0 error connection']);
  });

  it('that is slower than the timeout times out', async () => {
    const { clock, heard } = send({ latencyMs: 500 }, request({}, 200));
    await clock.advance(1000);
    expect(heard).toEqual(['200 error timeout']);
  });
});
