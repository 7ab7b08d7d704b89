import { join } from 'node:path';
import { until } from '../../kubernetes/control-plane/until.ts';
import type { Stage } from '../kit/stage.ts';
import { seedAgents, type Agents } from './seed-agents.ts';
import { seedSafety } from './seed-safety.ts';
import { seedWorkflows, type Workflows } from './seed-workflows.ts';

/** Objects whose own pages are shown, by their ids. */
export interface Seeded extends Agents, Workflows {}

const REQUESTS = 160;
const AT_ONCE = 8;
const MODELS = ['sim-small', 'governance/fast', 'governance/fast', 'governance/smart'] as const;
const ASKED = 'How do I change the address of an order that has not been sent yet?';

/** Applies the examples' objects, has some requests served and some workflows run, so that the pages have something to show. What it starts ends with `ending`. */
export async function seed(
  stage: Stage,
  examples: string,
  ending: AsyncDisposableStack,
): Promise<Seeded> {
  for (const example of ['quickstart', 'governance', 'reliability']) {
    const { code, err } = await stage.aicp.aicp(['apply', '-f', join(examples, example)]);
    if (code !== 0) throw new Error(err);
  }
  await until(() => isServed(stage), {
    what: 'the models of the examples are served',
    timeoutMs: 30_000,
  });
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < REQUESTS) {
      const number = next;
      next += 1;
      await ask(stage, number);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await until(() => hasCome(stage), {
    what: 'what was served is in the ledger',
    timeoutMs: 60_000,
  });
  await seedSafety(stage, examples);
  return { ...(await seedAgents(stage, ending)), ...(await seedWorkflows(stage)) };
}

const isServed = async (stage: Stage): Promise<boolean> => (await ask(stage, 1)).ok;

const ask = async (stage: Stage, number: number): Promise<Response> => {
  const answer = await stage.aicp.ask({
    model: MODELS[number % MODELS.length],
    messages: [{ role: 'user', content: ASKED }],
    max_tokens: 40 + (number % 5) * 40,
    stream: false,
  });
  await answer.arrayBuffer();
  return answer;
};

async function hasCome({ admin }: Stage): Promise<boolean> {
  const requests = await admin.json<unknown[]>('GET', '/api/v1/requests?limit=100');
  return requests.length === 100;
}
