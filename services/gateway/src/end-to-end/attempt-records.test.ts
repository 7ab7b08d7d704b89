import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect } from '../testing/journal-lines.ts';
import { beginStream, delta } from '../testing/scripted-provider.ts';
import type { TestGateway } from '../testing/start-test-gateway.ts';
import { answers, askMain, fails, startTwoProviders } from '../testing/two-providers.ts';
import { waitFor } from '../testing/wait-for.ts';
import type { Facts } from '../usage/journal/facts.ts';
import { readFacts } from '../usage/journal/read-usage.ts';

describe('the journal', () => {
  const factsOf = async ({ directory }: TestGateway, count = 1): Promise<readonly Facts[]> =>
    await waitFor(async () => {
      const facts = await collect(readFacts(join(directory, 'journal')));
      return facts.length >= count ? facts : undefined;
    });

  it('has each attempt: the one that failed before another answered, and the one that did', async () => {
    await using all = await startTwoProviders({ one: fails(500), two: answers });
    await askMain(all.gateway);
    const [facts] = await factsOf(all.gateway);
    expect(facts?.attempts).toMatchObject([
      {
        number: 1,
        model: 'main',
        provider: 'one',
        outcome: 'failed',
        reason: 'server_error',
        input: 0,
      },
      { number: 2, model: 'spare', provider: 'two', outcome: 'answered', reason: null },
    ]);
    expect(facts?.attempts[1]).toMatchObject({
      usage_id: facts?.usage.id,
      credential: 'default',
      input: facts?.usage.input,
      output: facts?.usage.output,
      cost_nano_usd: facts?.usage.cost_nano_usd,
    });
  });

  it('says nothing more of an only attempt that was answered, and it is told all the same', async () => {
    await using all = await startTwoProviders({ one: answers });
    await askMain(all.gateway);
    const [facts] = await factsOf(all.gateway);
    expect(facts?.attempts).toMatchObject([{ number: 1, provider: 'one', outcome: 'answered' }]);
    // It is told by itself only where the gateway took its time beside it.
    const apart = Number(facts?.usage.latency_ms) - Number(facts?.attempts[0]?.latency_ms);
    expect(apart === 0 || apart > 4).toBe(true);
  });

  it('has an only attempt that failed, with its reason', async () => {
    await using all = await startTwoProviders({ one: fails(401) });
    await askMain(all.gateway);
    const [facts] = await factsOf(all.gateway);
    expect(facts?.attempts).toMatchObject([
      { number: 1, provider: 'one', outcome: 'failed', reason: 'credential' },
    ]);
  });

  it('has the attempt that was dropped since another was quicker', async () => {
    const held: ServerResponse[] = [];
    await using all = await startTwoProviders({
      one: (response) => held.push(response),
      two: answers,
      settings: { hedgeAfterMs: 20 },
    });
    await askMain(all.gateway);
    const [facts] = await factsOf(all.gateway);
    expect(facts?.attempts).toMatchObject([
      { number: 1, provider: 'one', outcome: 'dropped', output: 0 },
      { number: 2, provider: 'two', outcome: 'answered', output: facts?.usage.output },
    ]);
    for (const response of held) response.destroy();
  });

  it('has a stream that broke off after the client had some of it', async () => {
    await using all = await startTwoProviders({
      one: (response) => {
        beginStream(response).write(delta('half'), () => response.destroy());
      },
    });
    await askMain(all.gateway, { stream: true }).catch(() => undefined);
    const [facts] = await factsOf(all.gateway);
    expect(facts?.usage.completion).toBe('provider_failed');
    expect(facts?.attempts).toMatchObject([{ number: 1, outcome: 'broken', reason: 'broken' }]);
  });
});
