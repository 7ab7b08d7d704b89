import { expect, it } from 'vitest';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';

/** Only a journey that hangs takes this long: others' tests may have the machine meanwhile. */
const PATIENCE_MS = 600_000;

/**
 * A journey that fails is told once more, in new pages: with other tests on the machine, a browser may miss what it waits for. The runner says at its end
 * which of them passed at the second try alone, and why not at the first. An object of its own for each: the runner writes into it whether it is concurrent.
 */
const how = () => ({ timeout: PATIENCE_MS, retry: 1 });

type Story = (scene: Scene) => Promise<void>;

/** A test in pages of its own. Errors in the browser's console fail it. */
export function journey(stage: Stage, title: string, story: Story): void {
  it(title, how(), async () => await tell(stage, story));
}

/** The same, beside others of its kind: most of a journey is waiting. */
export function sideJourney(stage: Stage, title: string, story: Story): void {
  it.concurrent(title, how(), async () => await tell(stage, story));
}

async function tell(stage: Stage, story: Story): Promise<void> {
  const scene = stage.scene();
  const faults: unknown[] = [];
  try {
    await story(scene);
    expect(scene.errors, 'what the browser wrote down as errors').toEqual([]);
  } catch (error) {
    const pages = await scene.picture();
    faults.push(new Error(`${String(error)}\n\nIts pages then:\n${pages}`, { cause: error }));
  }
  try {
    await scene.close();
  } catch (error) {
    faults.push(error);
  }
  if (faults.length === 1) throw faults[0];
  if (faults.length > 1) throw new AggregateError(faults, faults.map(String).join('\n\nThen:\n'));
}
