import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GuardrailFragment } from '@aicp/contracts/snapshot/sections/guardrails';
import OpenAI, { toFile } from 'openai';
import { describe, expect, it } from 'vitest';
import { budget } from '../../testing/budgets.ts';
import { guardrail } from '../../testing/guardrails.ts';
import { clientOf } from '../../testing/clients.ts';
import {
  credential,
  key,
  model,
  provider,
  simulated,
  snapshotOf,
} from '../../testing/fragments.ts';
import { startSnapshotServer } from '../../testing/fake-operator.ts';
import { startGatewayProcess } from '../../testing/gateway-process.ts';
import { collect } from '../../testing/journal-lines.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { startOpenAiTwin } from '../../twins/openai/openai-twin.ts';
import { readUsage } from '../../usage/journal/read-usage.ts';
import { startStoring } from '../../testing/storing-gateway.ts';
import { waitFor } from '../../testing/wait-for.ts';

/** For single requests two nano-USD a token in, twenty a token out; for batches half of that. */
const prices = { input: '2000000', output: '20000000', batchDiscount: '50000000000' };
const PRICED = {
  models: [model('small', 'up', { prices }), model('large', 'up'), model('other', 'sim')],
};
const ENDPOINT = '/v1/chat/completions';

const lineOf = (id: string, body: object = {}, members: object = {}): string =>
  JSON.stringify({
    ...{ custom_id: id, method: 'POST', url: ENDPOINT },
    body: { model: 'small', messages: [{ role: 'user', content: `Hello ${id}` }], ...body },
    ...members,
  });

async function upload(client: OpenAI, lines: readonly string[]): Promise<string> {
  const file = await toFile(Buffer.from(lines.join('\n')), 'requests.jsonl');
  const headers = { 'x-aicp-model': 'small' };
  return (await client.files.create({ file, purpose: 'batch' }, { headers })).id;
}

const create = async (client: OpenAI, lines: readonly string[], metadata?: object) =>
  await client.batches.create({
    ...{ input_file_id: await upload(client, lines), endpoint: ENDPOINT },
    completion_window: '24h',
    ...(metadata ? { metadata: metadata as Record<string, string> } : {}),
  });

/** Reads a batch until it is over. */
const ended = async (client: OpenAI, id: string): Promise<OpenAI.Batches.Batch> =>
  await waitFor(async () => {
    const batch = await client.batches.retrieve(id);
    return ['validating', 'in_progress'].includes(batch.status) ? undefined : batch;
  });

interface Line {
  readonly custom_id: string;
  readonly response: { readonly body: OpenAI.ChatCompletion } | null;
}

async function linesIn(client: OpenAI, file: string | null | undefined): Promise<Line[]> {
  const text = await (await client.files.content(file ?? '')).text();
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Line);
}

const costOf = ({ response }: Line): number =>
  (response?.body.usage?.prompt_tokens ?? NaN) +
  10 * (response?.body.usage?.completion_tokens ?? NaN);

describe('a batch', () => {
  it('is done, and each of its requests has one record with what it cost', async () => {
    await using served = await startStoring({ more: PRICED });
    const client = clientOf(served.gateway);
    const made = await create(client, [lineOf('a'), lineOf('b')], { project: 'x' });
    expect(made).toMatchObject({ status: 'validating', metadata: { project: 'x' } });
    expect(Object.keys(made.metadata ?? {})).toEqual(['project']);
    const done = await ended(client, made.id);
    expect(done).toMatchObject({ id: made.id, status: 'completed', error_file_id: null });
    expect(done.input_file_id).toBe(made.input_file_id);
    const lines = await linesIn(client, done.output_file_id);
    expect(lines.map(({ custom_id }) => custom_id)).toEqual(['a', 'b']);
    const own = await waitFor(async () => {
      const records = await served.usage(1);
      const found = records.filter((record) => record.model_served === 'small');
      return found.length >= 3 ? found : undefined;
    });
    const paid = own.filter(({ cost_nano_usd }) => cost_nano_usd !== 0);
    expect(paid.map(({ cost_nano_usd }) => cost_nano_usd).sort()).toEqual(lines.map(costOf).sort());
    expect(paid).toMatchObject([{ source: 'provider' }, { source: 'provider' }]);
    expect(new Set(own.map(({ id }) => id)).size).toBe(3);
    expect(new Set(own.map(({ request_id }) => request_id)).size).toBe(1);
  }, 60_000);

  it('is nobody else’s, and neither are its files', async () => {
    await using served = await startStoring({ more: PRICED });
    const client = clientOf(served.gateway);
    const { id } = await create(client, [lineOf('a')]);
    const { output_file_id: output, input_file_id: input } = await ended(client, id);
    for (const stranger of ['carol', 'dave', 'again', 'anew']) {
      const other = clientOf(served.gateway, `sk-${stranger}`);
      await expect(other.batches.retrieve(id)).rejects.toMatchObject({ status: 404 });
      await expect(other.batches.cancel(id)).rejects.toMatchObject({ status: 404 });
      await expect(other.files.content(output ?? '')).rejects.toMatchObject({ status: 404 });
      await expect(
        other.batches.create({
          ...{ input_file_id: input, endpoint: ENDPOINT, completion_window: '24h' },
        }),
      ).rejects.toMatchObject({ status: 404 });
      expect((await other.batches.list({ query: { model: 'small' } })).data).toEqual([]);
    }
    expect((await clientOf(served.gateway).batches.list()).data).toMatchObject([{ id }]);
  }, 60_000);

  it('that is cancelled costs what was done', async () => {
    await using served = await startStoring({ more: PRICED });
    const client = clientOf(served.gateway);
    const { id } = await create(client, [lineOf('a'), lineOf('b'), lineOf('c')]);
    const { output_file_id: output } = await client.batches.cancel(id);
    const lines = await linesIn(client, output);
    expect(lines).toHaveLength(2);
    const own = await waitFor(async () => {
      const records = await served.usage(1);
      const found = records.filter((record) => record.model_served === 'small');
      return found.length >= 4 ? found : undefined;
    });
    const spent = own.reduce((sum, { cost_nano_usd: cost }) => sum + (cost ?? 0), 0);
    expect(spent).toBe(lines.reduce((sum, line) => sum + costOf(line), 0));
    expect(own.filter(({ completion }) => completion === 'client_gone')).toHaveLength(2);
  }, 60_000);

  it('holds what a budget has until it is settled, and no more afterwards', async () => {
    const dear = { input: '0', output: '1000000000' };
    await using served = await startStoring({
      more: {
        models: [
          model('small', 'up', { prices: dear }),
          model('large', 'up'),
          model('other', 'sim'),
        ],
        budgets: [budget('each', '0.0017')],
      },
    });
    const client = clientOf(served.gateway);
    const lines = ['a', 'b'].map((id) => lineOf(id, { max_tokens: 500 }));
    const { id } = await create(client, lines);
    await expect(create(client, lines)).rejects.toMatchObject({ status: 429 });
    await ended(client, id);
    const again = await waitFor(() =>
      create(client, lines).catch((error: unknown) => {
        if (error instanceof OpenAI.APIError && error.status === 429) return undefined;
        throw error;
      }),
    );
    expect(again.status).toBe('validating');
  }, 60_000);

  it('is refused with the line that a guardrail stops, or that its key may not send, and nothing is sent', async () => {
    await using served = await startStoring({ more: PRICED });
    const client = clientOf(served.gateway);
    const file = await upload(client, [lineOf('a'), lineOf('apollo')]);
    const batch = { input_file_id: file, endpoint: ENDPOINT, completion_window: '24h' } as const;
    const narrow = clientOf(served.gateway, 'sk-narrow');
    await expect(narrow.batches.create(batch)).rejects.toMatchObject({ status: 404 });
    expect(served.twin.received.some(({ path }) => path === '/v1/batches')).toBe(false);
    const detectors: GuardrailFragment['detectors'] = [
      {
        ...{ id: 'keywords', type: 'keyword', action: 'block' },
        patterns: [{ pattern: 'apollo', label: 'BLOCKED_KEYWORD', action: 'block' }],
      },
    ];
    await served.change({
      guardrails: [guardrail('words', { detectors, stages: ['input'] })],
    });
    const refused = await waitFor(() =>
      client.batches.create(batch).then(
        () => undefined,
        (error: unknown) => (error instanceof OpenAI.APIError ? error : undefined),
      ),
    );
    expect(refused).toMatchObject({
      status: 403,
      message: expect.stringContaining('Line 2') as string,
    });
  }, 60_000);

  it('is told, and settled, where its provider does not say whose it is', async () => {
    await using served = await startStoring({ more: PRICED });
    const client = clientOf(served.gateway);
    const file = await upload(client, [lineOf('a')]);
    const line = lineOf('a');
    const replies = [
      JSON.stringify({ id: 'file-twin1', bytes: line.length, purpose: 'batch' }),
      ...[line, '{"id":"file-new"}', '{"id":"batch_new","status":"validating"}'],
      '{"status":"failed"}',
    ];
    for (const reply of replies) served.replyOnce(reply);
    const asked = { input_file_id: file, endpoint: ENDPOINT, completion_window: '24h' } as const;
    expect(await client.batches.create(asked)).toMatchObject({ input_file_id: file, metadata: {} });
    const own = await waitFor(async () => {
      const records = await served.usage(1);
      return records.find((record) => record.model_served === 'small');
    });
    expect(own).toMatchObject({ completion: 'provider_failed', cost_nano_usd: 0 });
  }, 60_000);

  it('counts with what was likely where its results were deleted before they were read', async () => {
    await using served = await startStoring({ more: PRICED });
    const client = clientOf(served.gateway);
    const { id } = await create(client, [lineOf('a')]);
    // A provider that does not find something may find it a moment later: it is asked twice.
    for (let asked = 0; asked < 2; asked += 1) {
      served.replyOnce('{"status":"completed","output_file_id":"file-gone"}');
      served.replyOnce('{}', 404);
    }
    const own = await waitFor(async () => {
      const records = await served.usage(1);
      return records.find((record) => record.model_served === 'small');
    });
    expect(own).toMatchObject({ source: 'estimate', completion: 'unknown' });
    expect(own.cost_nano_usd).toBeGreaterThan(0);
    expect(id).toMatch(/^batch_/);
  }, 60_000);

  it('is settled by the gateway that comes after one that was killed, once, to the nano-USD', async () => {
    await using directory = await temporaryDirectory();
    await using twin = await startOpenAiTwin({ batchPolls: 1 });
    const up = provider('up', {
      ...{ type: 'openai', baseUrl: `${twin.origin}/v1`, credential: 'set' },
    });
    const operator = await startSnapshotServer(
      snapshotOf({
        providers: [up, simulated('sim')],
        credentials: [credential('up', 'sk-vendor')],
        ...PRICED,
        keys: [key('alice')],
      }),
    );
    await using _ = { [Symbol.asyncDispose]: () => operator.close() };
    const token = join(directory.path, 'token');
    await writeFile(token, 'secret');
    const environment = {
      AICP_DATA_DIR: directory.path,
      AICP_OPERATOR_URL: operator.url,
      AICP_EGRESS_ALLOW: 'private,loopback',
      AICP_TOKEN_FILE: token,
    };
    const before = await startGatewayProcess(environment);
    await create(clientOf({ url: `http://127.0.0.1:${before.port}` }), [lineOf('a'), lineOf('b')]);
    await before.end('SIGKILL');
    const records = async () => {
      const all = await collect(readUsage(join(directory.path, 'journal')));
      return all.filter((record) => record.model_served === 'small');
    };
    expect(await records()).toEqual([]);
    const after = await startGatewayProcess(environment);
    await waitFor(async () => ((await records()).length >= 3 ? true : undefined));
    await after.end('SIGTERM');
    const all = await records();
    expect(all).toHaveLength(3);
    const paid = all.filter(({ cost_nano_usd: cost }) => cost !== 0);
    expect(paid).toHaveLength(2);
    for (const { input, output, reasoning, cost_nano_usd: cost, source } of paid) {
      expect(cost).toBe(input + 10 * (output + reasoning));
      expect(source).toBe('provider');
    }
  }, 240_000);

  it.each([
    ['a model that is not there', lineOf('a', { model: 'nothing' }), 404],
    ['a model of another provider', lineOf('a', { model: 'other' }), 400],
    ['another url', lineOf('a', {}, { url: '/v1/embeddings' }), 400],
    ['a stream', lineOf('a', { stream: true }), 400],
    ['a custom_id that is there twice', `${lineOf('a')}\n${lineOf('a')}`, 400],
    ['two models', `${lineOf('a')}\n${lineOf('b', { model: 'large' })}`, 400],
    ['no JSON', 'no JSON', 400],
  ])('with %s is refused, and nothing is sent', async (_name, text, status) => {
    await using served = await startStoring({ more: PRICED });
    await expect(create(clientOf(served.gateway), [text])).rejects.toMatchObject({ status });
    expect(served.twin.received.some(({ path }) => path === '/v1/batches')).toBe(false);
  });
});
