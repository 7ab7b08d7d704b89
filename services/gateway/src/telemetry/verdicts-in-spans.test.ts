import { expect, it } from 'vitest';
import { clientOf, saying } from '../testing/clients.ts';
import { key, model, provider } from '../testing/fragments.ts';
import { guardrail } from '../testing/guardrails.ts';
import { answerJson, completion, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { telemetrySettings } from './settings/telemetry-settings.ts';
import { startOtlpCollector } from './testing/otlp-collector.ts';

const words = (id: string, pattern: string, action: 'block' | 'redact') => ({
  detectors: [{ id, type: 'keyword' as const, action, patterns: [{ pattern, action }] }],
});

it('a span says what guardrails said of its request and answer, and nothing of their texts', async () => {
  await using collector = await startOtlpCollector();
  await using upstream = await startScriptedProvider((response) => {
    answerJson(response, completion('what was classified'));
  });
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  await using gateway = await startTestGateway({
    telemetry: telemetrySettings(environment, () => undefined),
    fragments: {
      providers: [provider('up', { baseUrl: upstream.url })],
      models: [model('main', 'up')],
      keys: [key('alice', { organization: 'acme' }), key('bob', { organization: 'globex' })],
      guardrails: [
        guardrail('emails', { organization: 'acme' }),
        guardrail('watched', {
          ...words('own', 'hello', 'block'),
          ...{ organization: 'acme', mode: 'monitor' },
        }),
        guardrail('answers', {
          ...words('ours', 'classified', 'redact'),
          ...{ organization: 'acme', stages: ['output'] },
        }),
        guardrail('strict', { ...words('theirs', 'forbidden', 'block'), organization: 'acme' }),
      ],
    },
  });
  const ask = (who: string, content: string) =>
    clientOf(gateway, `sk-${who}`).chat.completions.create({
      model: 'main',
      messages: saying(content),
    });
  await ask('alice', 'hello jo@example.com');
  await expect(ask('alice', 'a forbidden word')).rejects.toThrow();
  await ask('bob', 'nobody looks at this');
  await gateway.running.stop();
  const said = collector.spans
    .filter(({ name }) => name === 'POST /v1/chat/completions')
    .map(({ attributes }) => attributes['aicp.guardrails']);
  expect(said).toEqual([
    [
      ...['emails=redacted;input', 'watched=blocked;input;monitor', 'strict=passed;input'],
      'answers=redacted;output',
    ],
    ['emails=passed;input', 'watched=passed;input;monitor', 'strict=blocked;input'],
    undefined,
  ]);
  for (const text of ['jo@example.com', 'hello', 'classified', 'forbidden', 'EMAIL']) {
    expect(collector.text).not.toContain(text);
  }
});
