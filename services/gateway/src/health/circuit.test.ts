import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { describe, expect, it } from 'vitest';
import { Circuit } from './circuit.ts';

const start = () => new ManualClock(0);

describe('a circuit', () => {
  const circuitAt = (clock: ManualClock) => new Circuit({ clock, random: () => 1 });
  const times = (count: number, work: () => void) => {
    for (let round = 0; round < count; round += 1) work();
  };
  const failureOf = (circuit: Circuit) => () => {
    circuit.failed(circuit.begin());
  };
  const opened = (clock: ManualClock) => {
    const circuit = circuitAt(clock);
    times(5, failureOf(circuit));
    return circuit;
  };

  it('opens after five failures in a row, and not while answers come between them', () => {
    const circuit = circuitAt(start());
    times(10, () => {
      times(4, failureOf(circuit));
      times(5, () => {
        circuit.answered(circuit.begin());
      });
    });
    expect(circuit.state).toBe('closed');
    times(4, failureOf(circuit));
    expect([circuit.state, circuit.isPassable]).toEqual(['closed', true]);
    failureOf(circuit)();
    expect([circuit.state, circuit.isPassable]).toEqual(['open', false]);
  });

  it('opens where half of twenty attempts of a minute fail', () => {
    const circuit = circuitAt(start());
    times(9, () => {
      circuit.answered(circuit.begin());
      failureOf(circuit)();
    });
    expect(circuit.state).toBe('closed');
    circuit.answered(circuit.begin());
    failureOf(circuit)();
    expect(circuit.state).toBe('open');
  });

  it('lets one probe pass after its time, and closes when that is answered', async () => {
    const clock = start();
    const circuit = opened(clock);
    await clock.advance(999);
    expect(circuit.isPassable).toBe(false);
    await clock.advance(1);
    expect(circuit.isPassable).toBe(true);
    const probe = circuit.begin();
    expect([circuit.state, circuit.isPassable]).toEqual(['half_open', false]);
    circuit.answered(probe);
    expect([circuit.state, circuit.isPassable]).toEqual(['closed', true]);
  });

  it('closes on trial where a probe begins to be answered: one more failure opens it', async () => {
    const clock = start();
    const circuit = opened(clock);
    circuit.lives(circuit.begin());
    expect(circuit.state).toBe('open');
    await clock.advance(1000);
    circuit.lives(circuit.begin());
    expect(circuit.state).toBe('closed');
    failureOf(circuit)();
    expect(circuit.state).toBe('open');
    await clock.advance(2000);
    circuit.lives(circuit.begin());
    circuit.answered(circuit.begin());
    times(4, failureOf(circuit));
    expect(circuit.state).toBe('closed');
  });

  it('opens again where the probe breaks off after its beginning, and trusts one that ends well', async () => {
    const clock = start();
    const circuit = opened(clock);
    await clock.advance(1000);
    circuit.failed(circuit.lives(circuit.begin()));
    expect(circuit.state).toBe('open');
    expect(circuit.openUntil - clock.monotonic()).toBe(2000);
    await clock.advance(2000);
    circuit.answered(circuit.lives(circuit.begin()));
    times(4, failureOf(circuit));
    expect(circuit.state).toBe('closed');
  });

  it('waits longer after each probe that fails, up to half a minute', async () => {
    const clock = start();
    const circuit = opened(clock);
    const waits: number[] = [];
    for (let probe = 0; probe < 7; probe += 1) {
      waits.push(circuit.openUntil - clock.monotonic());
      await clock.advance(30_000);
      failureOf(circuit)();
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('is not opened or closed by what began before it last changed', async () => {
    const clock = start();
    const circuit = circuitAt(clock);
    const before = circuit.begin();
    times(5, failureOf(circuit));
    circuit.answered(before);
    expect(circuit.state).toBe('open');
    await clock.advance(1000);
    const probe = circuit.begin();
    circuit.failed(before);
    expect(circuit.state).toBe('half_open');
    circuit.answered(probe);
    times(9, () => {
      circuit.failed(before);
    });
    expect(circuit.state).toBe('closed');
  });

  it('lets another probe pass where one was dropped, or nothing is heard of it', async () => {
    const clock = start();
    const circuit = opened(clock);
    await clock.advance(1000);
    circuit.dropped(circuit.begin());
    expect(circuit.isPassable).toBe(true);
    circuit.begin();
    expect(circuit.isPassable).toBe(false);
    await clock.advance(30_000);
    expect(circuit.isPassable).toBe(true);
  });

  it('opens after one failure that is enough', async () => {
    const clock = start();
    const circuit = circuitAt(clock);
    circuit.failed(circuit.begin(), true);
    expect(circuit.isPassable).toBe(false);
    await clock.advance(1000);
    expect(circuit.isPassable).toBe(true);
  });

  it('opens for as long as it is asked to, and for five minutes at most', async () => {
    const clock = start();
    const circuit = circuitAt(clock);
    circuit.askedToWait(circuit.begin(), 7000);
    await clock.advance(6999);
    expect(circuit.isPassable).toBe(false);
    await clock.advance(1);
    circuit.askedToWait(circuit.begin(), Infinity);
    expect(circuit.openUntil - clock.monotonic()).toBe(300_000);
  });
});
