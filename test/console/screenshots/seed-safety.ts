import { join } from 'node:path';
import { until } from '../../kubernetes/control-plane/until.ts';
import type { Stage } from '../kit/stage.ts';

const DESK = 'safety/desk';
const LOOKED_AT = [
  'Write to ada@example.com that her order is on its way.',
  'The host at 203.0.113.7 is down, whom do I tell?',
  'The login is admin, password: hunter2-Sunday',
  'How far is Bluebird?',
  'How do I change the address of an order?',
] as const;
const ROUNDS = 6;

/** Has guardrails find something in requests, prompts asked for by their names, and answers kept, so that their pages have figures. */
export async function seedSafety(stage: Stage, examples: string): Promise<void> {
  await stage.admin.json('PUT', '/api/v1/cache/settings', { is_enabled: true, scope: 'team' });
  for (const example of ['safety', 'prompts']) {
    const { code, err } = await stage.aicp.aicp(['apply', '-f', join(examples, example)]);
    if (code !== 0) throw new Error(err);
  }
  await until(async () => (await look(stage, 'The login, password: hunter2-Monday')) === 403, {
    what: 'the guardrails of the examples act',
    timeoutMs: 30_000,
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const text of LOOKED_AT) await look(stage, text);
  }
  const asked = { prompt: { id: 'reply', variables: { letter: 'Was my umbrella found?' } } };
  await until(async () => (await stage.aicp.ask({ ...asked, messages: undefined })).ok, {
    what: 'the prompt of the examples is served',
    timeoutMs: 30_000,
  });
  await until(async () => await hasFindings(stage), {
    what: 'what the guardrails found is told',
    timeoutMs: 60_000,
  });
}

async function look(stage: Stage, content: string): Promise<number> {
  const answer = await stage.aicp.ask({
    ...{ model: DESK, messages: [{ role: 'user', content }] },
    ...{ max_tokens: 40, temperature: 0 },
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function hasFindings({ admin }: Stage): Promise<boolean> {
  const { acted } = await admin.json<{ readonly acted: { readonly blocked: number } }>(
    'GET',
    '/api/v1/guardrails/safety-secrets/stats',
  );
  return acted.blocked >= ROUNDS;
}
