import type OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { credential, model, provider } from '../../testing/fragments.ts';
import {
  filesFragments,
  startFilesGateway,
  textFile,
  type FilesGateway,
} from '../../testing/files-gateway.ts';
import { guardrail } from '../../testing/guardrails.ts';

/** Keeps a file, and answers its id. */
async function kept({ clientOf }: FilesGateway, who = 'alice', more = {}): Promise<string> {
  const file = await textFile('hello');
  const { id } = await clientOf(who).files.create({ file, purpose: 'user_data' }, more);
  return id;
}

const inChat = (client: OpenAI, ids: readonly string[], text = 'Read this', of = 'gpt') =>
  client.chat.completions.create({
    model: of,
    messages: [
      {
        role: 'user',
        content: [
          ...ids.map((file_id) => ({ type: 'file' as const, file: { file_id } })),
          { type: 'text', text },
        ],
      },
    ],
  });

const inResponse = (client: OpenAI, ids: readonly string[], text = 'Read this', of = 'gpt') =>
  client.responses.create({
    model: of,
    input: [
      {
        role: 'user',
        content: [
          ...ids.map((file_id) => ({ type: 'input_file' as const, file_id })),
          { type: 'input_text', text },
        ],
      },
    ],
  });

describe.each([
  ['a chat', inChat],
  ['a request for a response', inResponse],
] as const)('%s that names files', (_, ask) => {
  it('names them to their provider as it calls them', async () => {
    await using running = await startFilesGateway();
    const ids = [await kept(running), await kept(running)];
    await ask(running.clientOf('ann'), [...ids, ids[0] ?? '']);
    const sent = running.twin.received.at(-1)?.body.toString() ?? '';
    expect(sent.match(/file-twin\d/g)).toEqual(['file-twin1', 'file-twin2', 'file-twin1']);
    for (const id of ids) expect(sent).not.toContain(id);
  });

  it('of others, or by ids that were made up or are the provider’s, is 404 and goes nowhere', async () => {
    await using running = await startFilesGateway();
    const id = await kept(running);
    const before = running.twin.received.length;
    for (const [who, named] of [
      ...[
        ['bob', id],
        ['carol', id],
        ['dan', id],
      ],
      ...[
        ['alice', 'file-twin1'],
        ['alice', `${id}A`],
        ['alice', id.replace('file-', 'resp_')],
      ],
    ] as const)
      await expect(ask(running.clientOf(who), [named])).rejects.toMatchObject({ status: 404 });
    await expect(ask(running.clientOf('alice'), [id, 'file-x'])).rejects.toMatchObject({
      status: 404,
    });
    expect(running.twin.received).toHaveLength(before);
  });

  it('is served by the provider and the account that have them alone', async () => {
    await using other = await startFilesGateway();
    await using running = await startFilesGateway();
    const { twin } = running;
    const openAi = (of: FilesGateway['twin']) =>
      ({ type: 'openai', baseUrl: `${of.origin}/v1`, credential: 'set' }) as const;
    await running.gateway.operator.push(
      filesFragments(twin, {
        providers: [
          provider('openai', {
            ...openAi(twin),
            credentials: [
              { name: 'first', weight: 0 },
              { name: 'second', weight: 1 },
            ],
          }),
          provider('far', openAi(other.twin)),
        ],
        credentials: [
          { ...credential('openai', 'key-of-first'), name: 'first' },
          { ...credential('openai', 'key-of-second'), name: 'second' },
          credential('far', 'k'),
        ],
        models: [model('gpt', 'openai', { fallbacks: ['far'] }), model('far', 'far')],
      }),
    );
    const id = await kept(running, 'alice', { headers: { 'x-aicp-model': 'gpt' } });
    expect(twin.received.at(-1)?.headers.authorization).toBe('Bearer key-of-second');
    await ask(running.clientOf('alice'), [id]);
    expect(twin.received.at(-1)?.headers.authorization).toBe('Bearer key-of-second');
    const elsewhere = ask(running.clientOf('alice'), [id], 'Read this', 'far');
    await expect(elsewhere).rejects.toMatchObject({ status: 400, param: 'model' });
    await expect(ask(running.clientOf('alice'), [id], 'fail with 500')).rejects.toMatchObject({
      status: 502,
    });
    const far = await kept(running, 'alice', { headers: { 'x-aicp-model': 'far' } });
    await expect(ask(running.clientOf('alice'), [id, far])).rejects.toMatchObject({ status: 400 });
    expect(other.twin.received.map(({ path }) => path)).toEqual(['/v1/files']);
  });

  it('is looked at by guardrails as one that holds a file', async () => {
    const guardrails = [guardrail('emails')];
    await using running = await startFilesGateway({ guardrails });
    const id = await kept(running);
    await ask(running.clientOf('alice'), [id], 'Tell bob@example.com');
    const sent = running.twin.received.at(-1)?.body.toString();
    expect(sent).toContain('file-twin1');
    expect(sent).toContain('Tell <EMAIL_ADDRESS_1>');
    await running.gateway.operator.push(
      filesFragments(running.twin, { guardrails: [guardrail('emails', { unscannable: 'block' })] }),
    );
    await expect(ask(running.clientOf('alice'), [id])).rejects.toMatchObject({
      ...{ status: 403, code: 'guardrail_blocked' },
    });
  });
});
