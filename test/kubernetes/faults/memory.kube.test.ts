import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { memoryMiB } from '../control-plane/test-process.ts';
import { NAMESPACE, Stage } from './stage.ts';

/** Changes in all, and over so many objects, which keep their number. */
const CHANGES = 10_000;
const OBJECTS = 50;
const AT_ONCE = 32;
/** Until then, caches fill and code is compiled. */
const WARM_UP = 4_000;
/** Changes between two measurements. */
const STEP = 500;
/** So small a heap is swept all the time, and whoever keeps ten kilobytes of each change runs out of it. */
const HEAP_MIB = 96;
/** What the memory of such a process goes up and down by. */
const SLACK_MIB = 48;

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.set({
    operators: 1,
    gateways: 1,
    operatorEnvironment: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}` },
  });
  await stage.traffic.stop();
  for (let object = 0; object < OBJECTS; object += 1) {
    await stage.apply('Model', `m${object}`, { modelId: `m${object}`, provider: 'steady' });
  }
});

afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

/** Makes the changes of these turns, a few at once. */
async function change(from: number, to: number): Promise<void> {
  const turns = Array.from({ length: to - from }, (_, place) => from + place);
  const work = async (turn: number): Promise<void> => {
    const path = `/apis/aicp.dev/v1alpha1/namespaces/${NAMESPACE}/models/m${turn % OBJECTS}`;
    await stage.plane.client.ok('PATCH', path, {
      body: { spec: { weight: turn } },
      contentType: 'application/merge-patch+json',
    });
  };
  await Readable.from(turns).forEach(work, { concurrency: AT_ONCE });
}

/** MiB that each change adds, by least squares. */
function slopeOf(samples: readonly number[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const places = samples.map((_, place) => place * STEP);
  const [x, y] = [mean(places), mean(samples)];
  const covariance = mean(samples.map((sample, at) => (sample - y) * (places[at]! - x)));
  return covariance / mean(places.map((place) => (place - x) ** 2));
}

it('the operator needs no more memory after 10,000 changes than after the first ones', async () => {
  const { pid } = stage.installation.operators[0]!;
  await change(0, WARM_UP);
  await stage.untilProgrammed();
  const samples: number[] = [];
  for (let turn = WARM_UP; turn < CHANGES; turn += STEP) {
    await change(turn, turn + STEP);
    samples.push(memoryMiB(pid));
  }
  await stage.untilProgrammed();
  const grown = slopeOf(samples) * (CHANGES - WARM_UP);
  const series = samples.join(' ');
  process.stdout.write(
    `\noperator, MiB from change ${WARM_UP} to ${CHANGES}: ${series} (${grown.toFixed(1)} by the slope)\n`,
  );
  expect(grown).toBeLessThan(SLACK_MIB);
  expect(stage.installation.operators[0]!.isRunning).toBe(true);
  expect(stage.mistakes()).toEqual([]);
}, 600_000);
