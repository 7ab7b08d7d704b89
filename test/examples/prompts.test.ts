import type { ModelFragment, ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { PromptFragment } from '@aicp/contracts/snapshot/sections/prompts';
import { kindNamed } from '@aicp/crds/kinds';
import { API_VERSION } from '@aicp/crds/kit/kind';
import { key, settings } from '@aicp/gateway/testing/fragments';
import { startTestGateway } from '@aicp/gateway/testing/start-test-gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedServer } from '../loop/embedded-server.ts';
import { LoopCluster } from '../loop/loop-cluster.ts';
import { readExample } from './example.ts';

const { files, readme, manifestsIn, manifests, labelled } = readExample('prompts');

/** Bodies of the requests of the README, in their order. */
const [served = '', fixed = '', wrong = '', pinned = ''] = [
  ...readme.matchAll(/^ask -d '(.*?)'/gm),
].map(([, body = '']) => body);

describe('the example of prompts', () => {
  const ends = new AsyncDisposableStack();
  /** What the operator makes of the example for gateways. */
  let fragments: {
    readonly providers: ProviderFragment[];
    readonly models: ModelFragment[];
    readonly prompts: PromptFragment[];
  };

  beforeAll(async () => {
    const server = await EmbeddedServer.start();
    ends.defer(() => server.stop());
    const cluster = new LoopCluster(await server.namespace());
    ends.defer(() => cluster.stop());
    const operator = await cluster.operator('operator-0');
    const replica = await cluster.replica('gateway-0', () => operator.url);
    for (const { kind, metadata, spec } of manifests) await cluster.put(kind, metadata.name, spec);
    for (const { kind, metadata } of manifests) {
      await cluster.until([kind, metadata.name, 'Accepted'], 'True Accepted');
    }
    await cluster.until(['PromptTemplate', 'prompts-reply', 'Programmed'], 'True Programmed');
    const of = (section: string) => replica.fragments(section) as never;
    fragments = { providers: of('providers'), models: of('models'), prompts: of('prompts') };
    expect(operator.complaints()).toEqual([]);
  }, 60_000);
  afterAll(() => ends.disposeAsync());

  it.each(labelled)('%s is what the schema of its kind says, field by field', (_, manifest) => {
    const { apiVersion, kind, spec } = manifest;
    expect(apiVersion).toBe(API_VERSION);
    // What the schema does not know is cut off, and missed here.
    expect(kindNamed(kind).spec.parse(spec)).toMatchObject(spec);
  });

  it.each(files)('%s stands in the README with its kinds', (file) => {
    const kinds = [...new Set(manifestsIn(file).map(({ kind }) => kind))];
    const row = readme.split('\n').find((line) => line.startsWith(`| \`${file}\``));
    expect(row).toContain(`| ${kinds.join(', ')} `);
  });

  it.each([
    ['the served version, to everybody', undefined, served, [200, 'prompts-reply@2']],
    ['the version that a request names', 'production', fixed, [200, 'prompts-reply@1']],
    ['nothing where a variable is unknown', undefined, wrong, [400, null]],
    ['the version that production is pinned to', 'production', pinned, [200, 'prompts-reply@1']],
  ])('sends %s', async (_, environment, body, expected) => {
    const { prompts, ...rest } = fragments;
    await using gateway = await startTestGateway({
      fragments: {
        ...{ ...rest, keys: [key('alice')], sections: { prompts } },
        settings: settings(environment === undefined ? {} : { environment }),
      },
    });
    const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
      ...{ method: 'POST', body },
      headers: { authorization: 'Bearer sk-alice', 'content-type': 'application/json' },
    });
    expect([answer.status, answer.headers.get('x-aicp-prompt')]).toEqual(expected);
    const text = await answer.text();
    if (!answer.ok) expect(text).toContain('prompt_variables_invalid');
  });
});
