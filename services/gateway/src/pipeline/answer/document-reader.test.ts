import { expect, it, vi } from 'vitest';
import { SLICE_UNITS } from '@aicp/detection/kernel/slice-units';
import type { Slices } from '../../guardrails/output/slices.ts';
import { NO_SECRETS } from '../../providers/upstream/secret-guard.ts';
import type { Delivery } from '../exchange/phases.ts';
import type { AnswerOwner } from './answer-reader.ts';
import { DocumentReader } from './document-reader.ts';

/** Other tests may have the machine meanwhile. */
const PATIENTLY = { timeout: 30_000 };

/** Reads documents at which guardrails look without end. */
function reading() {
  const seen = { slices: 0, givenBack: 0, heard: [] as string[] };
  function* guardDocument(): Slices<undefined> {
    for (;;) {
      seen.slices += 1;
      yield SLICE_UNITS;
    }
  }
  const answerBytes = {
    takeFor: () => undefined,
    giveBackFor: (_: unknown, bytes: number) => {
      seen.givenBack += bytes;
    },
  };
  const document = { push: () => true, isWhole: true, isBegun: true, problem: undefined };
  const delivery = {
    exchange: {
      guards: { output: { stoppedBy: undefined } },
      gateway: { holders: { of: () => ({}) }, answerBytes },
      protocol: { guardDocument },
    },
    routed: { principal: {}, input: { openDocument: () => document } },
  } as unknown as Delivery;
  const hear = (what: string) => () => seen.heard.push(what);
  const owner = {
    ...{ isOver: false, pause: hear('pause'), resume: hear('resume') },
    ...{ ended: hear('ended'), failed: hear('failed'), faulted: hear('faulted') },
  } as Partial<AnswerOwner> as AnswerOwner;

  const contentType = 'application/json';
  return { reader: new DocumentReader({ delivery, guard: NO_SECRETS, owner, contentType }), seen };
}

it('a document that nobody waits for any more is looked at no further, and held no longer', async () => {
  const { reader, seen } = reading();
  reader.push(Buffer.from('{"choices":[]}'));
  reader.end();
  await vi.waitFor(() => {
    expect(seen.slices).toBeGreaterThan(2);
  }, PATIENTLY);
  reader.drop();
  const { slices } = seen;
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(seen).toEqual({ slices, givenBack: 14, heard: ['pause'] });
});
