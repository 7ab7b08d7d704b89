import { readFile } from 'node:fs/promises';
import type { Meter, Tracer } from '@opentelemetry/api';
import { defaultResource, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Family } from '../../metrics/family.ts';
import type { Arrival, RequestTrace } from '../../pipeline/exchange/trace.ts';
import type { Sampling } from '../settings/sampling.ts';
import type { RunningTelemetry, TelemetryDeps } from '../settings/running-telemetry.ts';
import type { Collector, TelemetrySettings } from '../settings/telemetry-settings.ts';
import { ExportCounts } from './export-counts.ts';
import { GenAiMetrics } from './gen-ai-metrics.ts';
import { MetricSender } from './metric-sender.ts';
import { OtlpSender } from './otlp-sender.ts';
import { RequestSpan } from './request-span.ts';
import { SpanQueue } from './span-queue.ts';
import { Telling } from './telling.ts';

const SCOPE = 'ai-control-plane/gateway';
const SHORTEST_FLUSH_MS = 1000;
const LONGEST_FLUSH_MS = 5000;
/** Series of each metric; what is beyond them shares one. */
const MOST_SERIES = 1000;

/** Tells of requests by OTLP. Sending never keeps a request waiting: what a collector does not take in time is dropped. */
export class OpenTelemetry implements RunningTelemetry {
  private readonly telling: Telling;
  private readonly counts: ExportCounts;
  private readonly senders: readonly OtlpSender[];
  private readonly providers: readonly { shutdown(): Promise<void> }[];
  private readonly deps: TelemetryDeps;

  private constructor(
    deps: TelemetryDeps,
    parts: {
      telling: Telling;
      counts: ExportCounts;
      senders: readonly OtlpSender[];
      providers: readonly { shutdown(): Promise<void> }[];
    },
  ) {
    this.deps = deps;
    this.telling = parts.telling;
    this.counts = parts.counts;
    this.senders = parts.senders;
    this.providers = parts.providers;
  }

  /** Rejects where the certificate of a collector cannot be read. */
  static async start(settings: TelemetrySettings, deps: TelemetryDeps): Promise<OpenTelemetry> {
    const { traces, metrics } = settings;
    const { clock } = deps;
    const counts = new ExportCounts(deps.alarms);
    const own = { 'service.instance.id': deps.config.instance, ...settings.resource };
    const resource = defaultResource().merge(resourceFromAttributes(own));
    const common = { counts, resource, deps, settings };
    const tracing = traces && (await startTraces(traces, common));
    const metering = metrics && (await startMetrics(metrics, common));
    const telling = new Telling({
      tracer: tracing?.tracer,
      metrics: metering && new GenAiMetrics(metering.meter),
      clock,
    });
    const started = [tracing, metering].filter((one) => one !== undefined);
    return new OpenTelemetry(deps, {
      telling,
      counts,
      senders: started.map(({ sender }) => sender),
      providers: started.map(({ provider }) => provider),
    });
  }

  begin(arrival: Arrival): RequestTrace {
    return new RequestSpan(arrival, this.telling);
  }

  families(): Family[] {
    return this.counts.families();
  }

  async stop(drainMs: number): Promise<void> {
    const withinMs = Math.min(Math.max(drainMs, SHORTEST_FLUSH_MS), LONGEST_FLUSH_MS);
    const over = new AbortController();
    const flushed = Promise.allSettled(this.providers.map((provider) => provider.shutdown()));
    const late = this.deps.clock.sleep(withinMs, over.signal).catch(() => undefined);
    await Promise.race([flushed, late]);
    over.abort();
    for (const sender of this.senders) sender.close();
    await flushed;
  }
}

interface Common {
  readonly counts: ExportCounts;
  readonly resource: Resource;
  readonly deps: TelemetryDeps;
  readonly settings: TelemetrySettings;
}

interface Started {
  readonly sender: OtlpSender;
  readonly provider: { shutdown(): Promise<void> };
}

async function startTraces(
  collector: Collector,
  { counts, resource, deps, settings }: Common,
): Promise<Started & { readonly tracer: Tracer }> {
  const sender = await senderTo(collector, deps);
  const queue = new SpanQueue({ sender, counts, clock: deps.clock });
  const sampler = samplerOf(settings.sampling);
  const provider = new TracerProvider({ resource, sampler, spanProcessors: [queue] });
  return { sender, provider, tracer: provider.getTracer(SCOPE) };
}

async function startMetrics(
  collector: Collector,
  { counts, resource, deps, settings }: Common,
): Promise<Started & { readonly meter: Meter }> {
  const sender = await senderTo(collector, deps);
  const reader = new PeriodicExportingMetricReader({
    exporter: new MetricSender({ sender, counts }),
    exportIntervalMillis: settings.metricsIntervalMs,
    cardinalityLimits: { default: MOST_SERIES },
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return { sender, provider, meter: provider.getMeter(SCOPE) };
}

async function senderTo(collector: Collector, deps: TelemetryDeps): Promise<OtlpSender> {
  const { caFile } = collector;
  const ca = caFile === undefined ? undefined : await readFile(caFile, 'utf8');
  return new OtlpSender({ collector, ca, clock: deps.clock, random: deps.random });
}

function samplerOf({ followsParent, ratio }: Sampling): Sampler {
  const root = new TraceIdRatioBasedSampler(ratio);
  return followsParent ? new ParentBasedSampler({ root }) : root;
}
