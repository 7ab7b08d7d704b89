import { z } from 'zod';
import { samplingOf, type Sampling } from './sampling.ts';

const SIGNALS = ['TRACES', 'METRICS'] as const;
type SignalName = (typeof SIGNALS)[number];

const text = z.string().optional();

/** The standard variables of OpenTelemetry that the gateway reads. None of them set: nothing is loaded, and nothing is sent. */
export const telemetryEnvironment = z.object({
  OTEL_SDK_DISABLED: text,
  OTEL_EXPORTER_OTLP_ENDPOINT: text,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: text,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: text,
  OTEL_EXPORTER_OTLP_HEADERS: text,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: text,
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: text,
  OTEL_EXPORTER_OTLP_TIMEOUT: text,
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: text,
  OTEL_EXPORTER_OTLP_METRICS_TIMEOUT: text,
  OTEL_EXPORTER_OTLP_PROTOCOL: text,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: text,
  OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: text,
  OTEL_EXPORTER_OTLP_CERTIFICATE: text,
  OTEL_TRACES_EXPORTER: text,
  OTEL_METRICS_EXPORTER: text,
  OTEL_TRACES_SAMPLER: text,
  OTEL_TRACES_SAMPLER_ARG: text,
  OTEL_METRIC_EXPORT_INTERVAL: text,
  OTEL_SERVICE_NAME: text,
  OTEL_RESOURCE_ATTRIBUTES: text,
});

type Environment = z.output<typeof telemetryEnvironment>;

/** Where one signal is sent. */
export interface Collector {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** For one export, with all its attempts. */
  readonly timeoutMs: number;
  /** Of the collector's CA, where it is not a public one. */
  readonly caFile: string | undefined;
}

/** What is told to whom. */
export interface TelemetrySettings {
  readonly traces: Collector | undefined;
  readonly sampling: Sampling;
  readonly metrics: Collector | undefined;
  readonly metricsIntervalMs: number;
  /** What all of it is about, `service.name` among it. */
  readonly resource: Readonly<Record<string, string>>;
}

const SERVICE = 'aicp-gateway';
const TIMEOUT_MS = 10_000;
const INTERVAL_MS = 60_000;

/**
 * What the environment asks for; undefined: nothing. As the specification wants it, nothing that is wrong in it keeps the process from
 * its work: `problem` hears of each, in a sentence without any value of a header, and what is wrong is off or as by default.
 */
export function telemetrySettings(
  environment: Environment,
  problem: (sentence: string) => void,
): TelemetrySettings | undefined {
  if (environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined;
  const [traces, metrics] = SIGNALS.map((signal) => collectorOf(signal, environment, problem));
  if (!traces && !metrics) return undefined;
  const interval = 'OTEL_METRIC_EXPORT_INTERVAL';
  return {
    traces,
    sampling: samplingOf(environment, problem),
    metrics,
    metricsIntervalMs: milliseconds(interval, environment[interval], { problem }) ?? INTERVAL_MS,
    resource: resourceOf(environment, problem),
  };
}

function collectorOf(
  signal: SignalName,
  environment: Environment,
  problem: (sentence: string) => void,
): Collector | undefined {
  const address = addressOf(signal, environment);
  const fault = address === undefined ? undefined : faultOf(signal, environment, address);
  if (address === undefined || fault !== undefined) {
    if (fault !== undefined) problem(`No ${signal.toLowerCase()} are sent: ${fault}`);
    return undefined;
  }
  const timeout = own(signal, 'TIMEOUT', environment);
  return {
    url: new URL(address),
    headers: headersOf(signal, environment, problem),
    timeoutMs: (timeout && milliseconds(timeout.name, timeout.value, { problem })) ?? TIMEOUT_MS,
    caFile: environment.OTEL_EXPORTER_OTLP_CERTIFICATE,
  };
}

/** Why nothing can be sent as the environment asks; undefined where it can. */
function faultOf(
  signal: SignalName,
  environment: Environment,
  address: string,
): string | undefined {
  const exporter = exporterOf(signal, environment) ?? 'otlp';
  if (exporter !== 'otlp') {
    return `OTEL_${signal}_EXPORTER is ${exporter}; this version knows otlp and none.`;
  }
  const protocol = own(signal, 'PROTOCOL', environment)?.value.trim() ?? 'http/protobuf';
  if (protocol !== 'http/protobuf') {
    return `the protocol ${protocol} is not spoken here. Set OTEL_EXPORTER_OTLP_PROTOCOL to http/protobuf, and the endpoint to the collector's port for it (4318 by custom).`;
  }
  const isAddress = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  return isAddress ? undefined : 'the endpoint is no address such as http://collector:4318.';
}

const exporterOf = (signal: SignalName, environment: Environment): string | undefined =>
  environment[`OTEL_${signal}_EXPORTER`]?.trim();

/** Where a signal is sent; undefined: nowhere. An address of one signal is taken as it is; that of all has a path for each below it. */
function addressOf(signal: SignalName, environment: Environment): string | undefined {
  const exporter = exporterOf(signal, environment);
  if (exporter === 'none') return undefined;
  const one = environment[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`];
  if (one !== undefined) return one;
  const asked = exporter === undefined ? undefined : 'http://localhost:4318';
  const base = environment.OTEL_EXPORTER_OTLP_ENDPOINT ?? asked;
  return base && `${base.replace(/\/+$/, '')}/v1/${signal.toLowerCase()}`;
}

/** A variable of this signal, or else the one of all signals. */
function own(
  signal: SignalName,
  what: 'PROTOCOL' | 'TIMEOUT',
  environment: Environment,
): { readonly name: string; readonly value: string } | undefined {
  for (const name of [
    `OTEL_EXPORTER_OTLP_${signal}_${what}`,
    `OTEL_EXPORTER_OTLP_${what}`,
  ] as const) {
    const value = environment[name];
    if (value !== undefined) return { name, value };
  }
  return undefined;
}

function milliseconds(
  name: string,
  value: string | undefined,
  { problem }: { problem: (sentence: string) => void },
): number | undefined {
  if (value === undefined) return undefined;
  const ms = Number(value);
  if (Number.isInteger(ms) && ms > 0 && ms <= 86_400_000) return ms;
  problem(`${name} is ${value}; it takes whole milliseconds, 1 to 86400000.`);
  return undefined;
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;

function headersOf(
  signal: SignalName,
  environment: Environment,
  problem: (sentence: string) => void,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const name of [
    'OTEL_EXPORTER_OTLP_HEADERS',
    `OTEL_EXPORTER_OTLP_${signal}_HEADERS`,
  ] as const) {
    for (const [key, value] of pairs(environment[name])) {
      if (HEADER_NAME.test(key) && value !== undefined && HEADER_VALUE.test(value)) {
        headers[key.toLowerCase()] = value;
      } else {
        problem(`${name} holds what is no header; it takes name=value, with commas between them.`);
      }
    }
  }
  return headers;
}

function resourceOf(
  environment: Environment,
  problem: (sentence: string) => void,
): Readonly<Record<string, string>> {
  const resource: Record<string, string> = { 'service.name': SERVICE };
  for (const [key, value] of pairs(environment.OTEL_RESOURCE_ATTRIBUTES)) {
    if (value !== undefined) resource[key] = value;
    else problem('OTEL_RESOURCE_ATTRIBUTES takes name=value, with commas between them.');
  }
  const { OTEL_SERVICE_NAME: name } = environment;
  if (name !== undefined) resource['service.name'] = name;
  return resource;
}

/** `name=value,name=value`, values percent-encoded; a value that is none is undefined. */
function pairs(list: string | undefined): [name: string, value: string | undefined][] {
  const entries = (list ?? '').split(',').filter((entry) => entry.trim() !== '');
  return entries.map((entry) => {
    const at = entry.indexOf('=');
    return at < 1
      ? [entry.trim(), undefined]
      : [entry.slice(0, at).trim(), decoded(entry.slice(at + 1))];
  });
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value.trim());
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
