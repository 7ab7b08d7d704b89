import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agent as agentKind } from '@aicp/crds/agent';
import { key } from '@aicp/gateway/testing/fragments';
import { agent } from '@aicp/gateway/testing/scripted-agent';
import { startTestGateway } from '@aicp/gateway/testing/start-test-gateway';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const FOLDER = join(import.meta.dirname, '../../examples/agents/a2a');

/** The agent of the page, on a free port. */
async function startExample(readme: string) {
  const [code = ''] = /(?<=```js\n).*?(?=```)/s.exec(readme) ?? [];
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: line.toString().trim(),
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
    },
  };
}

it('the agent of the example answers through the gateway, as its page says', async () => {
  const manifest = parse(await readFile(join(FOLDER, 'agent.yaml'), 'utf8')) as { spec: object };
  expect(agentKind.spec.parse(manifest.spec)).toMatchObject(manifest.spec);
  const readme = await readFile(join(FOLDER, 'README.md'), 'utf8');
  const [body = ''] = /(?<=-d ')\{[^']*/.exec(readme) ?? [];
  await using example = await startExample(readme);
  const sections = { agents: [agent('example-echo', example.url)] };
  await using gateway = await startTestGateway({ fragments: { keys: [key('alice')], sections } });
  const url = `${gateway.url}/a2a/example-echo`;
  const headers = { authorization: 'Bearer sk-alice' };
  const card = await fetch(`${url}/.well-known/agent-card.json`, { headers });
  expect(await card.json()).toMatchObject({ name: 'Echo', supportedInterfaces: [{ url }] });
  const answer = await fetch(url, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({
    id: 1,
    result: { message: { parts: [{ text: 'You said: Hello' }] } },
  });
});
