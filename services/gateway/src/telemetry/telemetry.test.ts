import { expect, it } from 'vitest';
import { clientOf, saying } from '../testing/clients.ts';
import { collect } from '../testing/journal-lines.ts';
import { key, model, provider } from '../testing/fragments.ts';
import {
  answerJson,
  beginStream,
  completion,
  delta,
  ENDING,
  startScriptedProvider,
  type Script,
} from '../testing/scripted-provider.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { waitFor } from '../testing/wait-for.ts';
import { telemetrySettings } from './settings/telemetry-settings.ts';
import { startOtlpCollector, type SentSpan } from './testing/otlp-collector.ts';

const CLIENT_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLIENT_SPAN = '00f067aa0ba902b7';
const TRACEPARENT = `00-${CLIENT_TRACE}-${CLIENT_SPAN}-01`;
const SECRET_WORDS = 'the prompt that nobody else may read';

/** A gateway before a provider that plays a script, and before another one that it turns to next; a collector that hears of it. */
async function startTold(script: Script, environment: Readonly<Record<string, string>> = {}) {
  await using starting = new AsyncDisposableStack();
  const collector = starting.use(await startOtlpCollector());
  const upstream = starting.use(await startScriptedProvider(script));
  const second = starting.use(
    await startScriptedProvider((response) => {
      answerJson(response, completion('from the second'));
    }),
  );
  const problems: string[] = [];
  const all = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...environment };
  const telemetry = telemetrySettings(all, (sentence) => problems.push(sentence));
  const gateway = await startTestGateway({
    telemetry,
    fragments: {
      providers: [
        provider('first', { baseUrl: upstream.url, maxRetries: 0 }),
        provider('second', { baseUrl: second.url }),
      ],
      models: [
        model('main', 'first', { upstreamModel: 'gpt-up', fallbacks: ['spare'] }),
        model('spare', 'second', { upstreamModel: 'gpt-spare' }),
      ],
      keys: [key('alice', { team: 'ml', organization: 'acme' })],
    },
  });
  starting.use(gateway);
  const running = starting.move();
  return {
    collector,
    upstream,
    second,
    gateway,
    client: clientOf(gateway),
    problems,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const named = (spans: readonly SentSpan[], name: string): SentSpan => {
  const found = spans.find((span) => span.name === name);
  if (!found) throw new Error(`there is no ${name} among ${spans.map((span) => span.name).join()}`);
  return found;
};

const SERVER = 'POST /v1/chat/completions';

it('continues the trace of the client, and has the provider continue it', async () => {
  await using told = await startTold((response) => {
    answerJson(response, { ...completion('hello'), model: 'gpt-up-2026' });
  });
  const { client, upstream, collector, gateway } = told;
  await client.chat.completions.create(
    { model: 'main', messages: saying(SECRET_WORDS) },
    { headers: { traceparent: TRACEPARENT, tracestate: 'vendor=1', 'x-request-id': 'r-1' } },
  );
  await gateway.running.stop();
  const server = named(collector.spans, SERVER);
  const attempt = named(collector.spans, 'chat gpt-up');
  expect(collector.spans).toHaveLength(2);
  expect(server).toMatchObject({
    traceId: CLIENT_TRACE,
    parentSpanId: CLIENT_SPAN,
    traceState: 'vendor=1',
    kind: 'SPAN_KIND_SERVER',
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/v1/chat/completions',
      'http.response.status_code': 200,
      'aicp.request_id': 'r-1',
      'aicp.key': 'alice',
      'aicp.team': 'ml',
      'aicp.organization': 'acme',
      'aicp.requested_model': 'main',
      'aicp.model': 'main',
      'aicp.provider': 'first',
    },
  });
  expect(attempt).toMatchObject({
    traceId: CLIENT_TRACE,
    parentSpanId: server.spanId,
    kind: 'SPAN_KIND_CLIENT',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai_compatible',
      'gen_ai.request.model': 'gpt-up',
      'gen_ai.response.model': 'gpt-up-2026',
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 5,
      'http.response.status_code': 200,
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(upstream.url).port),
      'aicp.attempt': 1,
      'aicp.key': 'alice',
    },
  });
  const { headers } = upstream.received[0]!;
  expect(headers['traceparent']).toBe(`00-${CLIENT_TRACE}-${attempt.spanId}-01`);
  expect(headers['tracestate']).toBe('vendor=1');
  expect(server.start).toBeLessThanOrEqual(attempt.start);
  expect(attempt.start).toBeLessThan(attempt.end);
  expect(attempt.end).toBeLessThanOrEqual(server.end);
  expect(collector.text).not.toContain(SECRET_WORDS);
  expect(collector.text).not.toContain('hello');
  expect(collector.text).not.toContain('sk-alice');
  expect(collector.resource).toMatchObject({
    'service.name': 'aicp-gateway',
    'service.instance.id': 'gateway-0',
  });
});

it('has a span for each attempt, and says why one came to nothing', async () => {
  await using told = await startTold((response) => {
    answerJson(response, { error: { message: 'no' } }, 500);
  });
  await told.client.chat.completions.create({ model: 'main', messages: saying('hi') });
  await told.gateway.running.stop();
  const { spans } = told.collector;
  const server = named(spans, SERVER);
  const [failed, answered] = [named(spans, 'chat gpt-up'), named(spans, 'chat gpt-spare')];
  expect(spans).toHaveLength(3);
  expect(server.parentSpanId).toBe('');
  expect([failed.parentSpanId, answered.parentSpanId]).toEqual([server.spanId, server.spanId]);
  expect(failed).toMatchObject({
    status: 'STATUS_CODE_ERROR',
    attributes: { 'error.type': 'server_error', 'http.response.status_code': 500 },
  });
  expect(failed.attributes).not.toHaveProperty('gen_ai.usage.input_tokens');
  expect(answered.attributes).toMatchObject({ 'aicp.attempt': 2, 'gen_ai.usage.input_tokens': 10 });
  expect(answered.status).toBe('STATUS_CODE_UNSET');
});

it('tells of streams, of refusals, and of clients that leave', async () => {
  await using told = await startTold((response, _received, count) => {
    const stream = beginStream(response);
    stream.write(delta('one'));
    if (count === 0) stream.end(ENDING.join(''));
  });
  const { client, collector, gateway } = told;
  const ask = { model: 'main', messages: saying('hi'), stream: true } as const;
  await collect(await client.chat.completions.create(ask));
  const left = await client.chat.completions.create(ask);
  await left[Symbol.asyncIterator]().next();
  left.controller.abort();
  const refused = client.chat.completions.create({ ...ask, model: 'unknown' });
  await expect(refused).rejects.toThrow();
  await waitFor(async () => {
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    return /requests_in_flight\{[^}]*\} 0/.test(text);
  });
  await gateway.running.stop();
  const attempts = collector.spans.filter(({ name }) => name === 'chat gpt-up');
  expect(attempts[0]?.attributes).toMatchObject({
    'gen_ai.request.stream': true,
    'gen_ai.response.time_to_first_chunk': expect.any(Number) as number,
    'gen_ai.usage.output_tokens': 5,
  });
  expect(attempts[1]?.attributes).toMatchObject({ 'error.type': 'cancelled' });
  const servers = collector.spans.filter(({ name }) => name === SERVER);
  expect(servers.map(({ attributes }) => attributes['error.type']).toSorted()).toEqual(
    ['client_gone', 'model_not_found', undefined].toSorted(),
  );
  const unknown = servers.find(({ attributes }) => attributes['error.type'] === 'model_not_found');
  expect(unknown).toMatchObject({ status: 'STATUS_CODE_UNSET' });
  expect(unknown?.attributes['http.response.status_code']).toBe(404);
});

it('measures what the conventions name, in their buckets, by configured names alone', async () => {
  await using told = await startTold((response, received) => {
    if (received.body.toString().includes('"stream":true')) {
      beginStream(response).end(delta('one') + ENDING.join(''));
    } else {
      answerJson(response, { ...completion('hello'), model: 'whatever the provider says' });
    }
  });
  const { client, collector, gateway } = told;
  const ask = { model: 'main', messages: saying('hi') };
  await client.chat.completions.create(ask);
  await collect(await client.chat.completions.create({ ...ask, stream: true }));
  await gateway.running.stop();
  const seriesOf = (name: string) => collector.series.filter((series) => series.name === name);
  const common = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai_compatible',
    'gen_ai.request.model': 'gpt-up',
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(told.upstream.url).port),
  };
  const [duration] = seriesOf('gen_ai.client.operation.duration');
  expect(duration).toMatchObject({ unit: 's', count: 2 });
  expect(duration?.attributes).toEqual(common);
  expect(duration?.bounds.slice(0, 3)).toEqual([0.01, 0.02, 0.04]);
  const usage = seriesOf('gen_ai.client.token.usage');
  expect(usage.map(({ count, sum, attributes }) => ({ count, sum, attributes }))).toEqual([
    { count: 2, sum: 20, attributes: { ...common, 'gen_ai.token.type': 'input' } },
    { count: 2, sum: 10, attributes: { ...common, 'gen_ai.token.type': 'output' } },
  ]);
  expect(usage[0]?.bounds).toHaveLength(14);
  expect(seriesOf('gen_ai.client.operation.time_to_first_chunk')).toMatchObject([
    { unit: 's', count: 1 },
  ]);
});

it('sends neither where both are none, one where the other is, and what the sampler lets through', async () => {
  const answer: Script = (response) => {
    answerJson(response, completion('hello'));
  };
  const ask = { model: 'main', messages: saying('hi') };
  await using off = await startTold(answer, {
    OTEL_TRACES_EXPORTER: 'none',
    OTEL_METRICS_EXPORTER: 'none',
  });
  await off.client.chat.completions.create(ask, { headers: { traceparent: TRACEPARENT } });
  await off.gateway.running.stop();
  expect(off.collector.heads).toEqual([]);
  expect(off.upstream.received[0]?.headers['traceparent']).toBe(TRACEPARENT);

  await using metrics = await startTold(answer, { OTEL_TRACES_EXPORTER: 'none' });
  await metrics.client.chat.completions.create(ask, { headers: { traceparent: TRACEPARENT } });
  await metrics.gateway.running.stop();
  expect(metrics.collector.heads.map(({ path }) => path)).toEqual(['/v1/metrics']);
  expect(metrics.upstream.received[0]?.headers['traceparent']).toBe(TRACEPARENT);
  expect(metrics.collector.series.length).toBeGreaterThan(0);

  await using unsampled = await startTold(answer, {
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-token=a%20b',
  });
  await unsampled.client.chat.completions.create(ask);
  await unsampled.client.chat.completions.create(ask, { headers: { traceparent: TRACEPARENT } });
  await unsampled.gateway.running.stop();
  expect(unsampled.collector.spans).toHaveLength(2);
  expect(unsampled.upstream.received[0]?.headers['traceparent']).toMatch(/-00$/);
  expect(unsampled.collector.heads[0]?.headers).toMatchObject({
    'x-token': 'a b',
    'content-type': 'application/x-protobuf',
  });
  const [duration] = unsampled.collector.series;
  expect(duration?.count).toBe(2);
});

it('serves as ever while the collector is away, counts what it drops, and warns once', async () => {
  await using told = await startTold(
    (response) => {
      answerJson(response, completion('hello'));
    },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_METRICS_EXPORTER: 'none' },
  );
  const { client, gateway } = told;
  for (let turn = 0; turn < 3; turn += 1) {
    await client.chat.completions.create({ model: 'main', messages: saying('hi') });
  }
  const began = performance.now();
  await gateway.running.stop();
  expect(performance.now() - began).toBeLessThan(10_000);
  const warned = gateway.logged.filter(({ event }) => event === 'telemetry_dropped');
  expect(warned).toMatchObject([{ level: 'warn', signal: 'traces', dropped: 6 }]);
});
