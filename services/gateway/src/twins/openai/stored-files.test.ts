import OpenAI, { toFile } from 'openai';
import { expect, it } from 'vitest';
import { startOpenAiTwin } from './openai-twin.ts';

it('OpenAI’s own client keeps files with the twin', async () => {
  await using twin = await startOpenAiTwin();
  const { files } = new OpenAI({ baseURL: `${twin.origin}/v1`, apiKey: 'k', maxRetries: 0 });
  const file = await toFile(Buffer.from('héllo'), 'a "b".txt');
  const kept = await files.create({ file, purpose: 'user_data' });
  expect(kept).toMatchObject({ object: 'file', filename: 'a "b".txt', bytes: 6 });
  const expires_after = { anchor: 'created_at' as const, seconds: 3600 };
  const brief = await files.create({ file, purpose: 'user_data', expires_after });
  expect(brief.expires_at).toBe(brief.created_at + 3600);
  await files.delete(brief.id);
  expect(await files.retrieve(kept.id)).toEqual(kept);
  expect(await (await files.content(kept.id)).text()).toBe('héllo');
  await files.create({ file: await toFile(Buffer.from('2'), '2.txt'), purpose: 'vision' });
  const names: string[] = [];
  for await (const { filename } of files.list({ limit: 1 })) names.push(filename);
  expect(names).toEqual(['2.txt', 'a "b".txt']);
  expect(await files.delete(kept.id)).toMatchObject({ id: kept.id, deleted: true });
  await expect(files.retrieve(kept.id)).rejects.toMatchObject({ status: 404 });
  await expect(files.create({ file, purpose: 'nothing' as 'vision' })).rejects.toMatchObject({
    status: 400,
  });
});
