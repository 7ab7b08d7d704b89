import { pause, type Clock } from '@aicp/common/time/clock';
import { hasEnded } from '@aicp/contracts/workflows/execution-status';
import type { EngineClient, ExecutionSeen, StepSeen } from './engine-client.ts';
import { howToDecide } from './how-to-decide.ts';

const EVERY_MS = 300;

/** Says what changes in an execution until it ends or the signal aborts; the execution as it stood then. */
export async function follow(
  id: string,
  parts: {
    readonly engine: Pick<EngineClient, 'get' | 'places'>;
    readonly say: (line: string) => void;
    readonly clock: Clock;
    readonly signal: AbortSignal;
  },
): Promise<ExecutionSeen> {
  const { engine, say, clock, signal } = parts;
  const told = new Map<string, string>();
  for (;;) {
    const seen = await engine.get(id);
    for (const step of seen.steps) {
      if (told.get(step.path) === step.status) continue;
      told.set(step.path, step.status);
      say(lineOf(step));
      for (const line of howToDecide(engine.places, id, step)) say(`    ${line}`);
    }
    if (hasEnded(seen.status) || !(await pause(clock, EVERY_MS, signal))) return seen;
  }
}

/** `plan: completed, 120 tokens, $0.000048`. */
function lineOf({ path, status, attempts, tokens, cost, error }: StepSeen): string {
  const parts = [
    status,
    ...((attempts ?? 1) > 1 ? [`attempt ${attempts ?? 1}`] : []),
    ...(tokens ? [`${tokens} tokens`] : []),
    ...(cost ? [usd(cost)] : []),
    ...(error === undefined || error === null ? [] : [textOf(error)]),
  ];
  return `  ${path}: ${parts.join(', ')}`;
}

/** USD with as many digits as the least price has. */
export const usd = (cost: number): string => `$${Number(cost.toFixed(9))}`;

/** What an execution answered, or why it failed, for a terminal. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);
