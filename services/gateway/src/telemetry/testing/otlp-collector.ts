import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { listen } from '@aicp/common/http/listen';
import protobuf from 'protobufjs';

const SCHEMA = join(import.meta.dirname, 'proto');

/** A span as it was sent. Ids are hexadecimal, times nanoseconds since 1970. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly traceState: string;
  readonly name: string;
  readonly kind: string;
  readonly status: string;
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** One series of a histogram as it was sent last. */
export interface SentSeries {
  readonly name: string;
  readonly unit: string;
  readonly count: number;
  readonly sum: number;
  readonly bounds: readonly number[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface OtlpCollector extends AsyncDisposable {
  readonly url: string;
  readonly heads: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  readonly spans: SentSpan[];
  /** Of the newest export. */
  series: readonly SentSeries[];
  /** Of the newest export of either kind. */
  resource: Readonly<Record<string, unknown>>;
  /** All bytes that came, as text, to search for what must not be among them. */
  text: string;
  /** The status of further answers. */
  status: number;
}

/** Takes what is sent by OTLP over HTTP, and decodes it by the schema of OTLP. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) => join(SCHEMA, target);
  const services = ['trace/v1/trace_service', 'metrics/v1/metrics_service'];
  await root.load(services.map((name) => `opentelemetry/proto/collector/${name}.proto`));
  const listening = await listen(
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url: path = '', headers } = request;
        collector.heads.push({ path, headers });
        if (collector.status === 200) take(path, Buffer.concat(chunks));
        response.writeHead(collector.status, { 'content-type': 'application/x-protobuf' }).end();
      });
    },
    { host: '127.0.0.1', port: 0 },
  );
  const collector: OtlpCollector = {
    url: `http://127.0.0.1:${listening.port}`,
    heads: [],
    spans: [],
    series: [],
    resource: {},
    text: '',
    status: 200,
    [Symbol.asyncDispose]: () => listening.close(0),
  };
  const take = (path: string, body: Buffer): void => {
    collector.text += body.toString('latin1');
    if (path.endsWith('/v1/traces')) {
      const { resourceSpans } = decoded(root, 'trace.v1.ExportTraceServiceRequest', body);
      for (const { resource, scopeSpans } of resourceSpans ?? []) {
        collector.resource = attributesOf(resource.attributes);
        collector.spans.push(...scopeSpans.flatMap(({ spans }) => spans.map(toSpan)));
      }
    } else {
      const { resourceMetrics } = decoded(root, 'metrics.v1.ExportMetricsServiceRequest', body);
      for (const { resource, scopeMetrics } of resourceMetrics ?? []) {
        collector.resource = attributesOf(resource.attributes);
        collector.series = scopeMetrics.flatMap(({ metrics }) => metrics.flatMap(toSeries));
      }
    }
  };
  return collector;
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface WireSpan extends Record<
  'traceId' | 'spanId' | 'parentSpanId' | 'traceState' | 'name' | 'kind',
  string
> {
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status?: { readonly code?: string };
  readonly attributes: readonly KeyValue[];
}

interface WireMetric {
  readonly name: string;
  readonly unit: string;
  readonly histogram?: {
    readonly dataPoints: readonly {
      readonly count: string;
      readonly sum: number;
      readonly explicitBounds: readonly number[];
      readonly attributes: readonly KeyValue[];
    }[];
  };
}

interface Resource {
  readonly attributes: readonly KeyValue[];
}

interface Export {
  readonly resourceSpans?: readonly {
    readonly resource: Resource;
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly resource: Resource;
    readonly scopeMetrics: readonly { readonly metrics: readonly WireMetric[] }[];
  }[];
}

function decoded(root: protobuf.Root, type: string, body: Buffer): Export {
  const message = root.lookupType(`opentelemetry.proto.collector.${type}`);
  const options = { longs: String, enums: String, bytes: String, defaults: true };
  return message.toObject(message.decode(body), options);
}

const hex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

const toSpan = (span: WireSpan): SentSpan => ({
  traceId: hex(span.traceId),
  spanId: hex(span.spanId),
  parentSpanId: hex(span.parentSpanId),
  traceState: span.traceState,
  name: span.name,
  kind: span.kind,
  status: span.status?.code ?? '',
  start: BigInt(span.startTimeUnixNano),
  end: BigInt(span.endTimeUnixNano),
  attributes: attributesOf(span.attributes),
});

const toSeries = ({ name, unit, histogram }: WireMetric): SentSeries[] =>
  (histogram?.dataPoints ?? []).map((point) => ({
    name,
    unit,
    count: Number(point.count),
    sum: point.sum,
    bounds: point.explicitBounds,
    attributes: attributesOf(point.attributes),
  }));

const attributesOf = (list: readonly KeyValue[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(list.map(({ key, value }) => [key, valueOf(value)]));

/** Whole numbers come as text, since they may be larger than a number can be. */
function valueOf(value: KeyValue['value']): unknown {
  const { intValue, stringValue, boolValue, doubleValue } = value;
  if (intValue !== undefined && intValue !== '0') return Number(intValue);
  const list = value['arrayValue'] as { readonly values: readonly KeyValue['value'][] } | undefined;
  if (list) return list.values.map(valueOf);
  return stringValue ?? doubleValue ?? boolValue ?? intValue;
}
