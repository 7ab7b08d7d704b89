import { describe, expect, it } from 'vitest';
import { telemetryEnvironment, telemetrySettings } from './telemetry-settings.ts';

function read(environment: Readonly<Record<string, string>>) {
  const problems: string[] = [];
  const parsed = telemetryEnvironment.parse(environment);
  const settings = telemetrySettings(parsed, (sentence) => problems.push(sentence));
  return { settings, problems };
}

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };

describe('the settings of OpenTelemetry', () => {
  it('ask for nothing where no variable is set, or the whole is switched off', () => {
    expect(read({})).toEqual({ settings: undefined, problems: [] });
    expect(read({ ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }).settings).toBeUndefined();
    const none = { OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' };
    expect(read({ ...ENDPOINT, ...none }).settings).toBeUndefined();
    expect(read({ OTEL_SERVICE_NAME: 'x' }).settings).toBeUndefined();
  });

  it('send each signal to its path below the address of all, or to its own address as it is', () => {
    const { settings } = read({
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'https://metrics.example/otlp',
    });
    expect(settings?.traces?.url.href).toBe('http://collector:4318/v1/traces');
    expect(settings?.metrics?.url.href).toBe('https://metrics.example/otlp');
    const asked = read({ OTEL_TRACES_EXPORTER: 'otlp' }).settings;
    expect(asked?.traces?.url.href).toBe('http://localhost:4318/v1/traces');
    expect(asked?.metrics).toBeUndefined();
  });

  it('take headers, times, names and samplers as the specification has them', () => {
    const { settings, problems } = read({
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x, x-a=1',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-a=2',
      OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
      OTEL_EXPORTER_OTLP_METRICS_TIMEOUT: '500',
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment=a%2Cb',
      OTEL_SERVICE_NAME: 'gateways',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    expect(settings).toMatchObject({
      traces: { headers: { authorization: 'Bearer x', 'x-a': '2' }, timeoutMs: 2000 },
      metrics: { headers: { 'x-a': '1' }, timeoutMs: 500 },
      metricsIntervalMs: 1000,
      resource: { 'service.name': 'gateways', 'deployment.environment': 'a,b' },
      sampling: { followsParent: false, ratio: 0.25 },
    });
    expect(problems).toEqual([]);
    expect(read(ENDPOINT).settings?.sampling).toEqual({ followsParent: true, ratio: 1 });
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'grpc is not spoken here. Set'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'no address such as http://collector:4318'],
    [
      { OTEL_TRACES_EXPORTER: 'zipkin', OTEL_METRICS_EXPORTER: 'console' },
      'this version knows otlp',
    ],
  ])('say why nothing is sent with %j', (more, words) => {
    const { settings, problems } = read({ ...ENDPOINT, ...more });
    expect(settings).toBeUndefined();
    expect(problems).toHaveLength(2);
    for (const problem of problems) expect(problem).toContain(words);
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '-1'],
    ['OTEL_METRIC_EXPORT_INTERVAL', 'often'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'nonsense'],
  ])('go on without a %s that cannot be, and name it', (name, value) => {
    const { settings, problems } = read({ ...ENDPOINT, [name]: value });
    expect(settings?.traces?.timeoutMs).toBe(10_000);
    expect(settings?.metricsIntervalMs).toBe(60_000);
    expect(settings?.sampling.ratio).toBe(1);
    expect(problems[0]).toContain(name);
  });

  it('tell no value of a header that is none', () => {
    const { problems } = read({ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'a secret' });
    expect(problems).toHaveLength(2);
    expect(problems.join()).not.toContain('secret');
  });
});
