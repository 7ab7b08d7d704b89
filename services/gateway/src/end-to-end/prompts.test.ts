import { expect, it } from 'vitest';
import type { PromptFragment } from '@aicp/contracts/snapshot/sections/prompts';
import { key, model, provider, settings } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { answerJson, completion, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';

const variables = [
  { name: 'text', type: 'string' as const, required: true },
  { name: 'count', type: 'number' as const, required: false, default: '3' },
];

const version = (number: number) => ({
  version: number,
  templateText: `v${number}: {{count}} sentences on {{text}}`,
  variables,
  modelHint: 'hinted',
});

const prompt = (id: string, more: Partial<PromptFragment> = {}): PromptFragment => ({
  source: { kind: 'PromptTemplate', name: id, uid: id, generation: 1 },
  id,
  slug: `${id}-slug`,
  organization: 'acme',
  served: 2,
  environments: { production: 1 },
  versions: [version(3), version(2), version(1)],
  draft: version(4),
  ...more,
});

async function start(environment?: string) {
  await using starting = new AsyncDisposableStack();
  const bodies: Record<string, unknown>[] = [];
  const vendor = starting.use(
    await startScriptedProvider((response, { body }) => {
      bodies.push(JSON.parse(body.toString()) as Record<string, unknown>);
      answerJson(response, completion('ok'));
    }),
  );
  const of = { organization: 'acme' };
  const gateway = starting.use(
    await startTestGateway({
      fragments: {
        providers: [provider('vendor', { baseUrl: vendor.url })],
        models: [model('small', 'vendor'), model('hinted', 'vendor')],
        keys: [key('alice', of), key('admin', { ...of, role: 'org_admin' })],
        settings: settings(environment === undefined ? {} : { environment }),
        sections: { prompts: [prompt('summary'), prompt('theirs', { organization: 'rival' })] },
      },
    }),
  );
  const ask = async (body: object, headers: Record<string, string> = {}, who = 'alice') => {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${who}`, ...headers },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    return { status: response.status, used: response.headers.get('x-aicp-prompt'), answer };
  };
  const running = starting.move();
  return { gateway, bodies, ask, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

const DRAFT = { 'x-aicp-prompt-draft': 'true' };
const summary = { id: 'summary', variables: { text: 'ships {{count}}' } };

it('sends the served version of a prompt to the model that it hints at, and records it', async () => {
  await using test = await start();
  expect(await test.ask({ prompt: summary, n: 1 })).toMatchObject({
    status: 200,
    used: 'summary@2',
  });
  expect(test.bodies).toEqual([
    {
      model: 'hinted',
      messages: [{ role: 'user', content: 'v2: 3 sentences on ships {{count}}' }],
      n: 1,
    },
  ]);
  const [record] = await usageOf(test.gateway);
  expect(record).toMatchObject({ model_asked: 'hinted', prompt: { id: 'summary', version: 2 } });
});

it('puts the text before the messages, and leaves the model to who names one', async () => {
  await using test = await start();
  const messages = [{ role: 'user', content: 'Go on.' }];
  const named = { id: 'summary-slug', version: '3', variables: { text: 'x', count: 1 } };
  expect(await test.ask({ model: 'small', messages, prompt: named })).toMatchObject({
    used: 'summary@3',
  });
  const system = { role: 'system', content: 'v3: 1 sentences on x' };
  expect(test.bodies).toEqual([{ model: 'small', messages: [system, ...messages] }]);
});

it('sends the version that its environment is pinned to', async () => {
  await using test = await start('production');
  expect(await test.ask({ prompt: summary })).toMatchObject({ used: 'summary@1' });
});

it('sends a draft for who may edit the prompt, and tells it from an approved version', async () => {
  await using test = await start();
  expect(await test.ask({ prompt: summary }, DRAFT)).toMatchObject({
    status: 403,
    answer: { error: { code: 'prompt_draft_not_allowed' } },
  });
  expect(test.bodies).toEqual([]);
  expect(await test.ask({ prompt: summary }, DRAFT, 'admin')).toMatchObject({
    status: 200,
    used: 'summary@4-draft',
  });
  const records = await usageOf(test.gateway, 2);
  expect(records.map((record) => record.prompt)).toContainEqual({
    ...{ id: 'summary', version: 4 },
    draft: true,
  });
});

it('knows nothing of another organization’s prompt', async () => {
  await using test = await start();
  const refusal = async (id: string) => {
    const { status, answer } = await test.ask({ prompt: { ...summary, id } });
    return { status, text: JSON.stringify(answer).replaceAll(id, 'ID') };
  };
  const theirs = await refusal('theirs');
  expect(theirs).toMatchObject({ status: 404 });
  expect(theirs).toEqual(await refusal('nothing'));
});

it.each([
  [{ id: 'summary' }, 'prompt_variables_invalid', 'prompt.variables.text'],
  [{ id: 'summary', variables: { text: 1 } }, 'prompt_variables_invalid', 'prompt.variables.text'],
  [{ ...summary, version: 4 }, 'prompt_version_not_found', 'prompt.version'],
  [{ ...summary, version: 'x' }, null, 'prompt.version'],
])('refuses what it cannot render: %j', async (named, code, param) => {
  await using test = await start();
  const { status, answer } = await test.ask({ prompt: named });
  expect([400, 404]).toContain(status);
  expect(answer['error']).toMatchObject({ code, param });
  expect(test.bodies).toEqual([]);
});

it('reads a large request with a prompt as a small one', async () => {
  await using test = await start();
  const messages = [{ role: 'user', content: 'x'.repeat(600_000) }];
  expect(await test.ask({ messages, prompt: summary })).toMatchObject({ used: 'summary@2' });
  expect(test.bodies[0]?.['messages']).toMatchObject([{ role: 'system' }, ...messages]);
});

it('tells a dry run which version would be sent', async () => {
  await using test = await start();
  const { answer } = await test.ask({ prompt: summary }, { 'x-aicp-dry-run': 'true' });
  expect(answer['steps']).toContainEqual({
    ...{ stage: 'prompt', outcome: 'approved' },
    detail: 'summary@2',
  });
  expect(JSON.stringify(answer)).not.toContain('ships');
});
