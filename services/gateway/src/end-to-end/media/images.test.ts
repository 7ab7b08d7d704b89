import OpenAI, { AzureOpenAI } from 'openai';
import { describe, expect, it } from 'vitest';
import { guardrail } from '../../testing/guardrails.ts';
import { clientOf } from '../../testing/clients.ts';
import { key, model, provider } from '../../testing/fragments.ts';
import { usageOf } from '../../testing/journal-lines.ts';
import { answerJson, beginStream, startScriptedProvider } from '../../testing/scripted-provider.ts';
import { startTestGateway } from '../../testing/start-test-gateway.ts';
import { startMedia, type Guardrails } from './media-gateway.ts';

/** USD 5 and 40 a million: in nano-USD. */
const TOKEN_PRICES = { input: '5000000000', output: '40000000000' };
/** USD 0.04. */
const IMAGE_PRICE = { perImage: '40000000' };

const start = (guardrails: Guardrails = []) =>
  startMedia(
    [
      model('painter', 'up', {
        ...{ mode: 'image', upstreamModel: 'gpt-image-1', prices: TOKEN_PRICES },
      }),
      model('drawer', 'up', {
        ...{ mode: 'image', upstreamModel: 'dall-e-3', prices: IMAGE_PRICE },
      }),
      model('small', 'sim'),
      model('unable', 'sim', { mode: 'image' }),
    ],
    guardrails,
  );

/** A gateway before a provider that a test speaks for. */
async function startScripted(
  script: Parameters<typeof startScriptedProvider>[0],
  guardrails: Guardrails = [],
) {
  const parts = new AsyncDisposableStack();
  const upstream = parts.use(await startScriptedProvider(script));
  const prices = { ...IMAGE_PRICE, ...TOKEN_PRICES };
  const gateway = parts.use(
    await startTestGateway({
      fragments: {
        providers: [provider('up', { baseUrl: upstream.url, maxRetries: 0 })],
        models: [model('painter', 'up', { mode: 'image', prices })],
        keys: [key('alice')],
        guardrails,
      },
    }),
  );
  const client = clientOf(gateway);
  return { upstream, gateway, client, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

const ASKED = { model: 'painter', prompt: 'a cat on a mat' };

describe('images', () => {
  it('are made for the OpenAI SDK, of the vendor’s twin and through the gateway alike', async () => {
    await using parts = await start();
    const direct = new OpenAI({ baseURL: `${parts.twin.origin}/v1`, apiKey: 'sk-vendor' });
    const asked = { prompt: 'a cat on a mat', n: 2, size: '1024x1024', quality: 'low' } as const;
    const own = await direct.images.generate({ ...asked, model: 'gpt-image-1' });
    const { data, response } = await parts.client.images
      .generate({ ...asked, model: 'painter' })
      .withResponse();
    expect(data).toEqual(own);
    expect(data.data).toHaveLength(2);
    expect(response.headers.get('x-aicp-model')).toBe('painter');
    expect(JSON.parse(parts.twin.received.at(-1)!.body.toString())).toEqual({
      ...asked,
      model: 'gpt-image-1',
    });
  });

  it.each(['/v1/images/generations', '/v1/images/edits'])(
    'of a provider that passes over stream go on as a document, and are charged for: %s',
    async (path) => {
      await using parts = await startScripted((response) => {
        answerJson(response, { created: 1, data: [{ b64_json: 'AA==' }, { b64_json: 'AA==' }] });
      });
      const form = new FormData();
      const fields = { ...ASKED, n: '2', stream: 'true' };
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('image', new Blob(['a picture']), 'a.png');
      const isForm = path.endsWith('edits');
      const response = await fetch(parts.gateway.url + path, {
        method: 'POST',
        headers: { authorization: 'Bearer sk-alice' },
        body: isForm ? form : JSON.stringify({ ...ASKED, n: 2, stream: true }),
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(await response.json()).toMatchObject({ data: [{}, {}] });
      const [usage] = await usageOf(parts.gateway, 1);
      expect(usage).toMatchObject({ completion: 'complete' });
      expect(usage?.['cost_nano_usd']).toBeGreaterThanOrEqual(80_000_000);
    },
  );

  it('of which a provider tells far more than were asked for are not all charged for', async () => {
    await using parts = await startScripted((response) => {
      answerJson(response, { created: 1, data: Array.from({ length: 5000 }, () => ({ url: '' })) });
    });
    await parts.client.images.generate({ ...ASKED, n: 2 });
    await parts.client.images.generate({ ...ASKED, n: 20 });
    const [few, many] = (await usageOf(parts.gateway, 2)).map((usage) => usage.cost_nano_usd);
    expect(few).toBeLessThan(17 * 40_000_000);
    expect(few).toBeGreaterThanOrEqual(16 * 40_000_000);
    expect(many).toBeLessThan(21 * 40_000_000);
    expect(many).toBeGreaterThanOrEqual(20 * 40_000_000);
    expect(parts.gateway.logged).toContainEqual(
      expect.objectContaining({ event: 'usage_not_believed', images: 5000 }),
    );
  });

  it('are streamed as they become clearer', async () => {
    await using parts = await start();
    const events = await parts.client.images.generate({
      ...{ ...ASKED, stream: true, partial_images: 2 },
    });
    const types: string[] = [];
    for await (const event of events) types.push(event.type);
    const partial = 'image_generation.partial_image';
    expect(types).toEqual([partial, partial, 'image_generation.completed']);
    const [usage] = await usageOf(parts.gateway, 1);
    expect(usage).toMatchObject({ source: 'provider', input: 5, output: 272 });
  });

  it('cost their tokens where the vendor counts these, and else each its price', async () => {
    await using parts = await start();
    await parts.client.images.generate({ ...ASKED, n: 2 });
    await parts.client.images.generate({ ...ASKED, model: 'drawer', n: 3 });
    const [painted, drawn] = await usageOf(parts.gateway, 2);
    // 5 words at 5,000 nano-USD, and two images of 272 tokens at 40,000.
    expect(painted).toMatchObject({ input: 5, output: 544, cost_nano_usd: 21_785_000 });
    // Three at USD 0.04.
    expect(drawn).toMatchObject({ output: 0, cost_nano_usd: 120_000_000 });
  });

  it('come from Azure’s clients as well, which name a deployment', async () => {
    await using parts = await start();
    const azure = new AzureOpenAI({
      ...{ endpoint: parts.gateway.url, apiKey: 'sk-alice', apiVersion: '2025-04-01-preview' },
      deployment: 'painter',
    });
    const { data } = await azure.images.generate({ prompt: 'a cat', model: 'painter' });
    expect(data).toHaveLength(1);
  });

  it('that the vendor refuses to make cost nothing, and the client is told in its words', async () => {
    await using parts = await start();
    const refused = parts.client.images.generate({ model: 'drawer', prompt: 'forbidden' });
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'content_policy_violation' });
    const [usage] = await usageOf(parts.gateway, 1);
    expect(usage).toMatchObject({ cost_nano_usd: 0 });
  });

  it.each([
    [{ model: 'painter' }, /prompt must be a string/],
    [{ ...ASKED, prompt: ['a'] }, /prompt must be a string/],
    [{ ...ASKED, stream: 'yes' }, /stream must be true or false/],
    [{ ...ASKED, model: 'small' }, /Send requests for it to POST \/v1\/chat\/completions/],
    [{ ...ASKED, model: 'unable' }, /does not serve requests of this kind/],
  ])('asked for by %j are refused in words', async (body, message) => {
    await using parts = await start();
    const asked = parts.client.images.generate(body as never);
    await expect(asked).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(message) as string,
    });
  });

  it('go on as they come where they are large, and each still counts', async () => {
    const b64_json = 'A'.repeat(400_000);
    await using parts = await startScripted((response) => {
      answerJson(response, { created: 1, data: [{ b64_json }, { b64_json }] });
    });
    const { data } = await parts.client.images.generate({ ...ASKED, n: 2 });
    expect(data?.map((one) => one.b64_json?.length)).toEqual([400_000, 400_000]);
    const [usage] = await usageOf(parts.gateway, 1);
    // Their bytes are no tokens: two at USD 0.04, and 4 tokens of a prompt at most.
    expect(usage).toMatchObject({ output: 0, source: 'estimate' });
    expect(Math.floor(Number(usage?.cost_nano_usd) / 1_000_000)).toBe(80);
  });

  it('that are too large to be looked at do not go on, and count: the vendor made them', async () => {
    const b64_json = 'A'.repeat(9 * 1_048_576);
    await using parts = await startScripted(
      (response) => {
        answerJson(response, { created: 1, data: [{ b64_json }, { b64_json: 'AAAA' }] });
      },
      [guardrail('emails', { stages: ['output'] })],
    );
    const asked = parts.client.images.generate({ ...ASKED, n: 2 });
    await expect(asked).rejects.toMatchObject({ code: 'answer_too_large' });
    const [usage] = await usageOf(parts.gateway, 1);
    expect(usage).toMatchObject({ source: 'estimate' });
    expect(Number(usage?.cost_nano_usd)).toBeGreaterThanOrEqual(80_000_000);
  });

  it('whose client leaves in the middle of a stream count as all that it asked for', async () => {
    await using parts = await startScripted((response) => {
      const partial = { type: 'image_generation.partial_image', b64_json: 'AAAA' };
      beginStream(response);
      response.write(`data: ${JSON.stringify(partial)}\n\n`);
    });
    const events = await parts.client.images.generate({ ...ASKED, stream: true, n: 2 });
    for await (const event of events) {
      expect(event.type).toBe('image_generation.partial_image');
      break;
    }
    const [usage] = await usageOf(parts.gateway, 1);
    expect(usage).toMatchObject({ completion: 'client_gone', source: 'estimate' });
    expect(Number(usage?.cost_nano_usd)).toBeGreaterThanOrEqual(80_000_000);
  });

  it('of which a stream broke off are counted as far as they were made', async () => {
    await using parts = await startScripted((response) => {
      const done = { type: 'image_generation.completed', b64_json: 'AAAA' };
      const partial = { type: 'image_generation.partial_image', b64_json: 'AAAA' };
      beginStream(response);
      response.write(`data: ${JSON.stringify(done)}\n\ndata: ${JSON.stringify(partial)}\n\n`);
      response.end('data: {"type":"error","error":{"message":"no more"}}\n\n');
    });
    const events = await parts.client.images.generate({ ...ASKED, stream: true, n: 2 });
    const read = async () => {
      for await (const event of events) expect(event.type).toMatch(/image/);
    };
    await expect(read()).rejects.toThrow('no more');
    const [usage] = await usageOf(parts.gateway, 1);
    expect(usage).toMatchObject({ completion: 'provider_failed' });
    expect(Number(usage?.cost_nano_usd)).toBeGreaterThanOrEqual(40_000_000);
  });

  it('are asked for with texts that guardrails let pass, and what is written about them is looked at', async () => {
    await using parts = await start([guardrail('emails', { stages: ['input', 'output'] })]);
    const { data } = await parts.client.images.generate({
      ...{ model: 'drawer', prompt: 'a card for bob@example.com' },
    });
    const sent = parts.twin.received.at(-1)!.body.toString();
    expect(sent).not.toContain('bob@example.com');
    expect(data?.[0]?.revised_prompt).not.toContain('bob@example.com');
    expect(data?.[0]?.url).toBe('https://images.example.com/dot.png');
  });

  it.each([false, true])(
    'do not go on where a guardrail lets nothing pass that it cannot look at (stream: %s)',
    async (stream) => {
      const strict = guardrail('strict', { stages: ['output'], unscannable: 'block' });
      await using parts = await start([strict]);
      const asked = parts.client.images.generate({ ...ASKED, stream } as never);
      await expect(asked).rejects.toMatchObject({ status: 403 });
      const [usage] = await usageOf(parts.gateway, 1);
      expect(usage).toMatchObject({ output: 272 });
    },
  );

  it('are looked at as a stream too, in which only texts may stop', async () => {
    await using parts = await start([guardrail('emails', { stages: ['output'] })]);
    const events = await parts.client.images.generate({ ...ASKED, stream: true });
    const types: string[] = [];
    for await (const event of events) types.push(event.type);
    expect(types).toEqual(['image_generation.completed']);
  });

  it('are what a dry run and a policy’s deny can be asked about', async () => {
    await using parts = await start();
    const response = await fetch(`${parts.gateway.url}/v1/images/generations`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice', 'x-aicp-dry-run': 'true' },
      body: JSON.stringify(ASKED),
    });
    expect(response.status).toBe(200);
    expect(parts.twin.received).toHaveLength(0);
  });
});
