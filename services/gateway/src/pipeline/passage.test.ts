import { EventEmitter } from 'node:events';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { describe, expect, it } from 'vitest';
import type { Exchange } from './exchange/exchange.ts';
import type { Arrived } from './exchange/phases.ts';
import { internalError } from './exchange/refusal.ts';
import type { Flow, Stage } from './exchange/stage.ts';
import { DRY_RUN_STAGES, STAGES } from './index.ts';
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
  const exchange = { response, gateway: { log, metrics }, isDryRun: false, onGone: undefined };
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
])('each stage of %s begins in the phase in which the one before it ends', (_what, stages) => {
  const ends = ['arrived', ...stages.map(({ to }) => to)];
  expect(stages.map(({ from }) => from)).toEqual(ends.slice(0, -1));
});
