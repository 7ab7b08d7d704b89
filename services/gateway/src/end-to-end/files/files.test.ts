import { toFile } from 'openai';
import { describe, expect, it } from 'vitest';
import { credential, key, model, provider, rateLimit } from '../../testing/fragments.ts';
import { filesFragments, startFilesGateway, textFile } from '../../testing/files-gateway.ts';
import { guardrail } from '../../testing/guardrails.ts';
import { usageOf } from '../../testing/journal-lines.ts';

const user_data = { purpose: 'user_data' } as const;

describe('files', () => {
  it('are kept at the provider, under an id and a name of their owner alone', async () => {
    await using running = await startFilesGateway();
    const { twin, gateway } = running;
    const { files } = running.clientOf('alice');
    const kept = await files.create({ file: await textFile('hello'), ...user_data });
    expect(kept).toMatchObject({ object: 'file', filename: 'notes.txt', bytes: 5, ...user_data });
    expect(kept.id).toMatch(/^file-[\w-]{40,}$/);
    expect(kept.id).not.toContain('twin1');
    expect(await files.retrieve(kept.id)).toEqual(kept);
    const colleague = running.clientOf('ann').files;
    const content = await colleague.content(kept.id);
    expect(content.headers.get('content-type')).toBe('application/octet-stream');
    expect(await content.text()).toBe('hello');
    expect(twin.received[0]?.body.toString()).toMatch(/filename="aicp-[\w-]{22}-notes\.txt"/);
    expect(await files.delete(kept.id)).toEqual({ id: kept.id, object: 'file', deleted: true });
    const gone = files.retrieve(kept.id);
    await expect(gone).rejects.toMatchObject({
      status: 404,
      message: /No such File object: file-/,
    });
    await expect(gone).rejects.toMatchObject({
      message: expect.not.stringMatching(/twin1/) as string,
    });
    const records = await usageOf(gateway, 5);
    expect(records[0]).toMatchObject({
      ...{ key: 'alice', model_served: 'openai/files', provider: 'openai' },
      ...{ completion: 'complete', cost_nano_usd: 0 },
    });
  });

  it('are listed to their owners alone, page by page', async () => {
    await using running = await startFilesGateway();
    const namesOf = async (who: string, query = {}) => {
      const names: string[] = [];
      for await (const file of running.clientOf(who).files.list(query)) names.push(file.filename);
      return names;
    };
    for (const [who, name] of [
      ...[
        ['alice', 'a1.txt'],
        ['bob', 'b1.txt'],
        ['alice', 'a2.txt'],
        ['carol', 'c1.txt'],
      ],
      ...[
        ['ann', 'a3.txt'],
        ['dan', 'd1.txt'],
      ],
    ] as const)
      await running.clientOf(who).files.create({ file: await textFile('x', name), ...user_data });
    expect(await namesOf('alice')).toEqual(['a3.txt', 'a2.txt', 'a1.txt']);
    expect(await namesOf('alice', { limit: 1 })).toEqual(['a3.txt', 'a2.txt', 'a1.txt']);
    expect(await namesOf('alice', { order: 'asc' })).toEqual(['a1.txt', 'a2.txt', 'a3.txt']);
    expect(await namesOf('alice', { purpose: 'vision' })).toEqual([]);
    expect(await namesOf('bob')).toEqual(['b1.txt']);
    expect(await namesOf('carol')).toEqual(['c1.txt']);
    expect(await namesOf('dan')).toEqual(['d1.txt']);
    const strange = running.clientOf('bob').files.list({ after: 'file-made-up' });
    await expect(strange).rejects.toMatchObject({ status: 400, param: 'after' });
  });

  it('of others, and ids that are guessed, are not there, and the provider is not asked for them', async () => {
    await using running = await startFilesGateway();
    const { twin } = running;
    const file = await textFile('secret');
    const { id } = await running.clientOf('alice').files.create({ file, ...user_data });
    const before = twin.received.length;
    for (const who of ['bob', 'carol', 'dan']) {
      const { files } = running.clientOf(who);
      for (const asked of [files.retrieve(id), files.content(id), files.delete(id)])
        await expect(asked).rejects.toMatchObject({ status: 404 });
    }
    const { files } = running.clientOf('alice');
    for (const made of [
      'file-twin1',
      'file-',
      id.slice(0, -1),
      `${id}A`,
      '..%2Ffiles',
      'a'.repeat(4000),
    ])
      await expect(files.retrieve(made)).rejects.toMatchObject({ status: 404 });
    expect(twin.received).toHaveLength(before);
  });

  it('of a team that was made anew are nobody’s any more', async () => {
    await using running = await startFilesGateway();
    const { twin, gateway } = running;
    const file = await textFile('old');
    const { id } = await running.clientOf('alice').files.create({ file, ...user_data });
    const again = key('alice', { organization: 'acme', team: 'red', teamUid: 'another' });
    await gateway.operator.push(filesFragments(twin, { keys: [again] }));
    const before = twin.received.length;
    const { files } = running.clientOf('alice');
    await expect(files.retrieve(id)).rejects.toMatchObject({ status: 404 });
    expect(twin.received).toHaveLength(before);
    expect((await files.list()).data).toEqual([]);
  });

  it('are not there where their provider is another one of its name, or may not be used', async () => {
    await using running = await startFilesGateway();
    const { twin, gateway } = running;
    const file = await textFile('old');
    const { files } = running.clientOf('alice');
    const { id } = await files.create({ file, ...user_data });
    const closed = key('alice', { organization: 'acme', team: 'red', allowedModels: ['none'] });
    await gateway.operator.push(filesFragments(twin, { keys: [closed] }));
    const before = twin.received.length;
    await expect(files.retrieve(id)).rejects.toMatchObject({ status: 404 });
    const other = provider('openai', {
      ...{ type: 'openai', baseUrl: `${twin.origin}/v1`, credential: 'set' },
      source: { kind: 'Provider', name: 'openai', uid: 'another', generation: 1 },
    });
    await gateway.operator.push(filesFragments(twin, { providers: [other] }));
    await expect(files.retrieve(id)).rejects.toMatchObject({ status: 404 });
    expect(twin.received).toHaveLength(before);
  });
});

describe('an upload', () => {
  it('goes to the provider of the model that it names, where several keep files', async () => {
    await using first = await startFilesGateway();
    const { twin } = first;
    const openAi = { type: 'openai', baseUrl: `${twin.origin}/v1`, credential: 'set' } as const;
    await using running = await startFilesGateway({
      providers: [provider('one', openAi), provider('two', openAi)],
      credentials: [credential('one', 'k1'), credential('two', 'k2')],
      models: [model('m1', 'one'), model('m2', 'two')],
    });
    const { files } = running.clientOf('alice');
    const file = await textFile('x');
    await expect(files.create({ file, ...user_data })).rejects.toMatchObject({
      status: 400,
      message: /name a model/,
    });
    await files.create({ file, ...user_data }, { headers: { 'x-aicp-model': 'm2' } });
    expect(twin.received.at(-1)?.headers.authorization).toBe('Bearer k2');
    await files.create({ file, ...user_data, model: 'm1' } as Parameters<typeof files.create>[0]);
    expect(twin.received.at(-1)?.headers.authorization).toBe('Bearer k1');
    expect(twin.received.at(-1)?.body.toString()).not.toContain('name="model"');
    const strange = files.create({ file, ...user_data }, { query: { model: 'm3' } });
    await expect(strange).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
  });

  it.each([
    ['assistants', 'has to be one of'],
    ['evals', 'has to be one of'],
    ['fine-tune', 'has to be one of'],
  ] as const)('for %s is refused', async (purpose, words) => {
    await using running = await startFilesGateway();
    const file = await textFile('x');
    const asked = running.clientOf('alice').files.create({ file, purpose });
    await expect(asked).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(words) as string,
    });
    expect(running.twin.received).toHaveLength(0);
  });

  it('counts in limits, and is refused beyond them', async () => {
    await using running = await startFilesGateway({ rateLimits: [rateLimit('all', { rpm: 1 })] });
    const { files } = running.clientOf('alice');
    const file = await textFile('x');
    await files.create({ file, ...user_data });
    await expect(files.create({ file, ...user_data })).rejects.toMatchObject({ status: 429 });
    expect(running.twin.received).toHaveLength(1);
  });

  it('that is too large is refused before all of it came', async () => {
    await using running = await startFilesGateway();
    const file = await toFile(Buffer.alloc(33 * 1_048_576), 'large.bin');
    const asked = running.clientOf('alice').files.create({ file, ...user_data });
    await expect(asked).rejects.toMatchObject({
      ...{ status: 413, code: 'request_too_large' },
      message: expect.stringMatching(/larger than the 32 MiB .* Split the file/) as string,
    });
  });
});

describe('guardrails', () => {
  const text = 'Write to bob@example.com';

  it('look at texts as they are kept, and at names', async () => {
    await using running = await startFilesGateway({ guardrails: [guardrail('emails')] });
    const { files } = running.clientOf('alice');
    await files.create({ file: await textFile(text), ...user_data });
    const lines = '{"a":1}\n{"to":"b\\u006fb@example.com"}\n';
    await files.create({ file: await textFile(lines, 'of bob@example.com 1.jsonl'), ...user_data });
    const sent = running.twin.received.map(({ body }) => body.toString());
    expect(sent[0]).toContain('Write to <EMAIL_ADDRESS_1>');
    expect(sent[1]).toContain('{"a":1}\n{"to":"<EMAIL_ADDRESS_1>"}\n');
    expect(sent.join('')).not.toContain('bob');
    const records = await usageOf(running.gateway, 2);
    expect(records[0]?.guardrails).toMatchObject([{ guardrail: 'emails' }]);
  });

  it('that block what they cannot look at let no file in that is no plain text', async () => {
    const guardrails = [guardrail('emails', { unscannable: 'block' })];
    await using running = await startFilesGateway({ guardrails });
    const { files } = running.clientOf('alice');
    for (const name of ['a.pdf', 'a.html', 'a'])
      await expect(
        files.create({ file: await textFile('fine', name), ...user_data }),
      ).rejects.toMatchObject({ status: 403, code: 'guardrail_blocked' });
    const latin = await toFile(Buffer.from([0x68, 0xe9]), 'a.txt');
    await expect(files.create({ file: latin, ...user_data })).rejects.toMatchObject({
      status: 403,
    });
    expect(running.twin.received).toHaveLength(0);
    await files.create({ file: await textFile('fine'), ...user_data });
    expect(running.twin.received).toHaveLength(1);
  });

  it('look at what is read, all of it before any of it is told', async () => {
    const output = guardrail('emails', { stages: ['output'], unscannable: 'block' });
    await using running = await startFilesGateway({ guardrails: [output] });
    const { files } = running.clientOf('alice');
    const kept = await files.create({ file: await textFile(text), ...user_data });
    const bytes = await files.create({ file: await textFile(text, 'a.pdf'), ...user_data });
    const told = await (await files.content(kept.id)).text();
    expect(told).toBe('Write to <EMAIL_ADDRESS_1>');
    await expect(files.content(bytes.id)).rejects.toMatchObject({
      ...{ status: 403, code: 'guardrail_blocked' },
    });
  });
});
