import type { ServerResponse } from 'node:http';
import type { ModelFragment, ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { describe, expect, it } from 'vitest';
import { group, key, model, rule } from '../testing/fragments.ts';
import { askSlowly, NOT_PLAIN, rawRequest } from '../testing/clients.ts';
import { usageOf } from '../testing/journal-lines.ts';
import {
  answerJson,
  beginStream,
  completion,
  delta,
  ENDING,
  type Script,
} from '../testing/scripted-provider.ts';
import { answers, askMain, fails, startTwoProviders } from '../testing/two-providers.ts';
import { waitFor } from '../testing/wait-for.ts';

describe('a provider with a limit of requests at a time', () => {
  /** Answers when it is told to. */
  function waiting() {
    const held: ServerResponse[] = [];
    const script: Script = (response) => {
      held.push(response);
    };
    const release = () => {
      for (const response of held.splice(0)) answerJson(response, completion('late'));
    };
    return { held, script, release };
  }

  it('is passed over for the next one while it has as many', async () => {
    const { held, script, release } = waiting();
    await using all = await startTwoProviders({
      one: script,
      two: answers,
      settings: { concurrentLimit: 2 },
    });
    const asked = [askMain(all.gateway), askMain(all.gateway)];
    await waitFor(() => held.length === 2);
    expect(await askMain(all.gateway)).toMatchObject({ by: 'spare', attempts: 1 });
    release();
    expect((await Promise.all(asked)).map(({ by }) => by)).toEqual(['main', 'main']);
  });

  it('makes it 503 with retry-after where there is no other', async () => {
    const { held, script, release } = waiting();
    await using all = await startTwoProviders({ one: script, settings: { concurrentLimit: 1 } });
    const asked = askMain(all.gateway);
    await waitFor(() => held.length === 1);
    const refused = await askMain(all.gateway);
    expect(refused).toMatchObject({ status: 503, retryAfter: '1', attempts: 0 });
    expect(refused.text).toContain('provider_concurrency_limit');
    release();
    expect((await asked).status).toBe(200);
    const again = askMain(all.gateway);
    await waitFor(() => held.length === 1);
    release();
    expect((await again).status).toBe(200);
  });
});

describe('hedging', () => {
  const silent: Script = () => undefined;

  it('asks the next as well where the first brings nothing for a while, and takes who answers', async () => {
    await using all = await startTwoProviders({
      one: silent,
      two: answers,
      settings: { hedgeAfterMs: 50 },
    });
    expect(await askMain(all.gateway)).toMatchObject({ status: 200, by: 'spare', attempts: 2 });
    await waitFor(() => all.first.received[0]?.aborted);
    expect((await usageOf(all.gateway))[0]).toMatchObject({
      model_served: 'spare',
      attempts: 2,
      completion: 'complete',
    });
    const counts = all.gateway.running.health.targets().map((one) => one.inFlight);
    expect(counts).toEqual([0, 0]);
  });

  it('asks the same once more where there is no other, and streams from whoever begins', async () => {
    await using all = await startTwoProviders({
      one: (response, _received, count) => {
        if (count > 0) beginStream(response).end([delta('all'), ...ENDING].join(''));
      },
      settings: { hedgeAfterMs: 50 },
    });
    const streamed = await askMain(all.gateway, { stream: true });
    expect(streamed).toMatchObject({ status: 200, by: 'main', attempts: 2 });
    expect(streamed.text).toContain('[DONE]');
  });

  it('waits for the other where one fails, and is off without the setting', async () => {
    const late: Script = (...call) => {
      setTimeout(() => {
        answers(...call);
      }, 150);
    };
    await using all = await startTwoProviders({
      one: late,
      two: fails(500),
      settings: { hedgeAfterMs: 50 },
    });
    expect(await askMain(all.gateway)).toMatchObject({ status: 200, by: 'main', attempts: 2 });
    await using off = await startTwoProviders({ one: late, two: answers });
    expect(await askMain(off.gateway)).toMatchObject({ status: 200, by: 'main', attempts: 1 });
  });
});

describe('a request that the provider refuses', () => {
  const refuses =
    (error: object): Script =>
    (response) => {
      answerJson(response, { error }, 400);
    };
  const tooLong = refuses({
    message: "This model's maximum context length is 8192 tokens.",
    type: 'invalid_request_error',
    param: 'messages',
    code: 'context_length_exceeded',
  });
  const filtered = refuses({
    message: 'Filtered.',
    code: 'content_filter',
    type: null,
    param: null,
  });
  const long = { contextWindowFallbacks: ['spare'], fallbacks: ['unasked'] };
  const more = { models: [model('unasked', 'two')] };

  it('for its length goes to the models that are named for this, and to no other', async () => {
    await using all = await startTwoProviders({ one: tooLong, two: answers, main: long, more });
    expect(await askMain(all.gateway)).toMatchObject({ status: 200, by: 'spare', attempts: 2 });
  });

  it('goes there also while another organization reads none of the long errors that it is sent', async () => {
    const keys = [key('alice', { organization: 'acme' }), key('bob', { organization: 'globex' })];
    const one: Script = (response, received, count) => {
      const body = String(received.body);
      if (body.includes('long'))
        refuses({ message: 'x'.repeat(70_000) })(response, received, count);
      else if (!body.includes('silent')) tooLong(response, received, count);
    };
    await using all = await startTwoProviders({
      one,
      two: answers,
      main: long,
      more: { keys, ...more },
    });
    const { url, running } = all.gateway;
    const asks = (name: object): string =>
      rawRequest(name).replace('connection: close\r\n', NOT_PLAIN).replace('sk-alice', 'sk-bob');
    const unread = asks({ user: 'silent' }) + asks({ user: 'long' }).repeat(13);
    const readers = Array.from({ length: 20 }, () => askSlowly(running.port, unread));
    await waitFor(async () => {
      const page = await (await fetch(`${url}/metrics`)).text();
      return /held_refusals_total\{kind="errors"[^}]*\} [1-9]/.test(page);
    });
    expect(await askMain(all.gateway)).toMatchObject({ status: 200, by: 'spare', attempts: 2 });
    for (const reader of readers) reader.leave();
  });

  it('for its content goes to those that are named for that', async () => {
    const main = { contentPolicyFallbacks: ['both'] };
    const policies = [group('both', { spare: 1 })];
    await using all = await startTwoProviders({
      one: filtered,
      two: answers,
      main,
      more: { policies },
    });
    expect(await askMain(all.gateway)).toMatchObject({ status: 200, by: 'spare', attempts: 2 });
  });

  it('is told so in the words of the first, where those fail too', async () => {
    await using all = await startTwoProviders({ one: tooLong, two: fails(500), main: long, more });
    const refused = await askMain(all.gateway);
    expect(refused).toMatchObject({ status: 400, by: 'main', attempts: 2 });
    expect(refused.text).toContain('context_length_exceeded');
  });

  it('is told so at once, where it is refused for another reason, or nobody may serve instead', async () => {
    await using all = await startTwoProviders({ one: filtered, two: answers, main: long, more });
    expect(await askMain(all.gateway)).toMatchObject({ status: 400, by: 'main', attempts: 1 });
    const policies = [rule('no', 'deny', ['spare'])];
    await using denied = await startTwoProviders({
      one: tooLong,
      two: answers,
      main: long,
      more: { ...more, policies },
    });
    expect(await askMain(denied.gateway)).toMatchObject({ status: 400, by: 'main', attempts: 1 });
  });
});

describe('time limits', () => {
  const stalls =
    (...events: readonly string[]): Script =>
    (response) => {
      beginStream(response).write(`: hello\n\n${events.join('')}`);
    };

  it.each<[string, NonNullable<ProviderFragment['timeouts']>]>([
    ['its first content', { firstByteMs: 100 }],
    ['all of it', { totalMs: 100 }],
  ])('for %s end a stream that brings none, which is had elsewhere', async (_what, timeouts) => {
    const two: Script = (response) => beginStream(response).end([delta('all'), ...ENDING].join(''));
    await using all = await startTwoProviders({ one: stalls(), two, settings: { timeouts } });
    expect(await askMain(all.gateway, { stream: true })).toMatchObject({
      by: 'spare',
      attempts: 2,
    });
  });

  it.each<[string, NonNullable<ModelFragment['timeouts']>]>([
    ['the next content', { idleMs: 100 }],
    ['all of it', { totalMs: 100 }],
  ])(
    'for %s break a stream that stalls; the model’s count before the provider’s',
    async (_what, timeouts) => {
      const settings = { timeouts: { idleMs: 60_000, totalMs: 60_000 } };
      await using all = await startTwoProviders({
        one: stalls(delta('half')),
        settings,
        main: { timeouts },
      });
      const broken = await askMain(all.gateway, { stream: true });
      expect(broken.text).toContain('"error"');
      expect(broken.text).not.toContain('[DONE]');
    },
  );
});
