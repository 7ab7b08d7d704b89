import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { clientOf } from '../../testing/clients.ts';
import { credential, key, model, provider } from '../../testing/fragments.ts';
import { guardrail } from '../../testing/guardrails.ts';
import { collect } from '../../testing/journal-lines.ts';
import { startTestGateway } from '../../testing/start-test-gateway.ts';
import { startStoring, vendorsIdOf } from '../../testing/storing-gateway.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startOpenAiTwin } from '../../twins/openai/openai-twin.ts';
import { readUsage } from '../../usage/journal/read-usage.ts';

const prices = { input: '1000000', output: '10000000' };
const asked = { model: 'small', input: 'Hello', background: true, store: true };

/** Reads a response until it has ended. */
const ended = async (client: OpenAI, id: string): Promise<OpenAI.Responses.Response> =>
  await waitFor(async () => {
    const response = await client.responses.retrieve(id);
    return ['queued', 'in_progress'].includes(response.status ?? '') ? undefined : response;
  });

/** Two gateways that share a secret, before one twin of OpenAI. */
async function startTwo() {
  const parts = new AsyncDisposableStack();
  const { path } = parts.use(await temporaryDirectory());
  const playgroundKeyFile = join(path, 'key');
  await writeFile(playgroundKeyFile, '0123456789abcdef'.repeat(2));
  const twin = parts.use(await startOpenAiTwin({ backgroundPolls: 4 }));
  const up = provider('up', { type: 'openai', baseUrl: `${twin.origin}/v1`, credential: 'set' });
  const start = async (instance: string) =>
    parts.use(
      await startTestGateway({
        fragments: {
          ...{ providers: [up], credentials: [credential('up', 'sk-vendor')] },
          ...{ models: [model('small', 'up', { prices })], keys: [key('alice')] },
        },
        config: { playgroundKeyFile, instance },
        replicas: 2,
      }),
    );
  const gateways = [await start('gateway-0'), await start('gateway-1')] as const;
  /** What both have recorded of the model. */
  const records = async () => {
    const all = await Promise.all(
      gateways.map(({ directory }) => collect(readUsage(join(directory, 'journal')))),
    );
    return all.flat().filter((record) => record.model_served === 'small');
  };
  return { gateways, twin, records, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

describe('a response that runs in the background', () => {
  it('is recorded once where two gateways are asked for it at the same time', async () => {
    await using two = await startTwo();
    const [first, second] = two.gateways.map((one) => clientOf(one)) as [OpenAI, OpenAI];
    const { id } = await first.responses.create(asked);
    const whole = await Promise.all([first, second, first, second].map((one) => ended(one, id)));
    expect(new Set(whole.map((response) => response.output_text))).toEqual(
      new Set(['You said: Hello']),
    );
    const [record] = await waitFor(async () => {
      const all = await two.records();
      return all.length > 0 ? all : undefined;
    });
    const { input_tokens: input = NaN, output_tokens: output = NaN } = whole[0]?.usage ?? {};
    expect(record).toMatchObject({ source: 'provider', cost_nano_usd: input + 10 * output });
    for (const { running } of two.gateways) await running.stop();
    expect(await two.records()).toHaveLength(1);
  }, 60_000);

  it('is settled with what was likely where another gateway deletes it, once', async () => {
    await using two = await startTwo();
    const [first, second] = two.gateways.map((one) => clientOf(one)) as [OpenAI, OpenAI];
    const { id } = await first.responses.create(asked);
    await second.responses.delete(id);
    const all = await waitFor(async () => {
      const records = await two.records();
      return records.length > 0 ? records : undefined;
    });
    expect(all).toMatchObject([{ source: 'estimate', completion: 'unknown' }]);
  }, 60_000);

  it('is as guardrails on answers let it be had, each time that it is read', async () => {
    const outputs = (id: string, action: 'redact' | 'block') =>
      guardrail(id, {
        stages: ['output'],
        detectors: [
          {
            ...{ id: 'pii', type: 'pii', action },
            patterns: [{ pattern: 'EMAIL_ADDRESS', action }],
          },
        ],
      });
    const more = { models: [model('small', 'up', { prices })] };
    for (const action of ['redact', 'block'] as const) {
      await using served = await startStoring({
        more: { ...more, guardrails: [outputs('mails', action)] },
      });
      const { text } = await served.ask('ada@example.com', { background: true, store: true });
      const { id, status } = JSON.parse(text) as { id: string; status: string };
      expect(status).toBe('queued');
      const last = await waitFor(async () => {
        const answer = await served.get(`/responses/${id}`);
        return /"status":"(?:queued|in_progress)"/.test(answer.text) ? undefined : answer;
      });
      for (const one of [last, await served.get(`/responses/${id}`)]) {
        expect(one.text).not.toContain('ada@example.com');
        expect(one).toMatchObject(
          action === 'block'
            ? { status: 403, code: 'guardrail_blocked' }
            : { status: 200, text: expect.stringContaining('"completed"') as string },
        );
      }
      const [record] = (await served.usage(3)).filter((one) => one.model_served === 'small');
      // What was withheld of it was made, and is paid for.
      expect(record).toMatchObject({ source: 'provider', completion: 'complete' });
    }
  }, 60_000);

  it('is not there for others, by its id or one that was made of it, and nobody is asked for it', async () => {
    await using served = await startStoring({
      more: { models: [model('small', 'up', { prices }), model('other', 'sim')] },
    });
    const { id } = await clientOf(served.gateway).responses.create(asked);
    const guessed = [vendorsIdOf(1), `${id}A`, id.slice(0, -1), id.replace('resp_', 'file-')];
    const tries = [
      ...['carol', 'dave', 'again', 'anew'].map((as) => [as, id] as const),
      ...guessed.map((one) => ['alice', one] as const),
    ];
    const others = () =>
      served.twin.received.filter(({ headers }) => !isOfGateway(headers['x-request-id'])).length;
    // The gateway itself asks for it by the id of the request that made it.
    const own = new Set(served.twin.received.map(({ headers }) => headers['x-request-id']));
    const isOfGateway = (request: unknown) => own.has(String(request));
    for (const [as, one] of tries)
      for (const [path, method] of [
        ['', 'GET'],
        ['/cancel', 'POST'],
        ['', 'DELETE'],
        ['/input_items', 'GET'],
      ] as const) {
        const { status, text } = await served.get(`/responses/${one}${path}`, as, method);
        expect([as, method, path, status]).toEqual([as, method, path, 404]);
        expect(text).not.toContain('You said');
      }
    expect(others()).toBe(0);
    expect((await ended(clientOf(served.gateway, 'sk-bob'), id)).output_text).toBe(
      'You said: Hello',
    );
  }, 60_000);

  it('has a bound for each organization: what would be beyond it is refused, and costs nothing', async () => {
    await using served = await startStoring({
      more: { models: [model('small', 'up', { prices }), model('other', 'sim')] },
      polls: 1_000,
    });
    const many = async (as: string) =>
      (await served.ask('Hello', { background: true, store: true }, as)).status;
    for (let sent = 0; sent < 1_000; sent += 50)
      await Promise.all(Array.from({ length: 50 }, () => many('alice')));
    const { status, code, headers } = await served.ask('Hello', { background: true, store: true });
    expect({ status, code }).toEqual({ status: 429, code: 'background_limit' });
    expect(headers.get('retry-after')).toBe('60');
    expect([await many('carol'), await many('dave')]).toEqual([429, 200]);
    expect((await served.ask('Hello', { store: true })).status).toBe(200);
  }, 120_000);
});
