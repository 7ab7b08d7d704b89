import type { Logger } from '../log/logger.ts';
import { backoffMs } from '../time/backoff.ts';
import { type Clock, pause } from '../time/clock.ts';
import type { KubernetesApi, ListScope, WatchEvent } from './api.ts';
import { describeError, KubernetesError } from './errors.ts';
import type { KubernetesMetrics } from './metrics.ts';
import { ObjectCache, type Change } from './object-cache.ts';
import { resourceName, type KubernetesObject, type ResourceType } from './objects.ts';

export interface InformerOptions extends ListScope {
  readonly api: Pick<KubernetesApi, 'list' | 'watch'>;
  readonly type: ResourceType;
  /** Called for every change of the cache. What it throws is logged and counted, and the cache goes on. */
  readonly onChange: (change: Change) => void;
  /** Cuts what need not be remembered; undefined forgets the object. Without it, managedFields are cut. */
  readonly keep?: (object: KubernetesObject) => KubernetesObject | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  readonly metrics: KubernetesMetrics;
}

/** Servers send a bookmark at least once a minute; a watch that is silent for longer is dead. */
const SILENCE_MS = 90_000;
/** The watch is compared with a list this often, ± 10 %. */
const COMPARE_MS = 600_000;
/** What was written before a list was taken has reached the watch by then. */
const SETTLE_MS = 5_000;
/** A watch that lived this long was a good one: the next failure starts at the shortest wait again. */
const STEADY_MS = 10_000;
const RETRY = { baseMs: 100, maxMs: 4_000 };
/** Failures in a row from which on the cache counts as falling behind. */
const FAILURES_TO_WARN = 3;

type Cause = 'start' | 'watch_ended' | 'watch_failed' | 'silent' | 'missed';

/**
 * A cache of one resource that keeps itself up to date: list, watch, and list again whenever the watch ends, for whatever reason.
 * It never goes on from a remembered version, since a store that was restored from a backup may have gone back in time.
 */
export class Informer {
  readonly name: string;
  private readonly options: InformerOptions;
  private readonly cache: ObjectCache;
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private synced = false;
  private cause: Cause = 'start';
  private lastSeen = 0;

  constructor(options: InformerOptions) {
    this.options = options;
    this.name = resourceName(options.type);
    this.cache = new ObjectCache({
      keep: options.keep ?? withoutManagedFields,
      onChange: (change) => {
        this.tell(change);
      },
    });
  }

  /** Whether the cache held everything at least once. */
  get hasSynced(): boolean {
    return this.synced;
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Ends the watch; the cache stays readable. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** By `namespace/name`, or the name of an object of the cluster. */
  get(key: string): KubernetesObject | undefined {
    return this.cache.get(key);
  }

  values(): IterableIterator<KubernetesObject> {
    return this.cache.values();
  }

  private async run(): Promise<void> {
    let failures = 0;
    while (!this.isStopped()) {
      const began = this.options.clock.monotonic();
      let retryAfterMs = 0;
      try {
        const version = await this.list();
        if (failures >= FAILURES_TO_WARN) this.note('info', 'informer_recovered', { failures });
        await this.follow(version);
        failures = this.wasSteady(began) ? 0 : failures + 1;
      } catch (error) {
        if (this.isStopped()) return;
        failures = this.wasSteady(began) ? 1 : failures + 1;
        this.cause = 'watch_failed';
        retryAfterMs = error instanceof KubernetesError ? (error.retryAfterMs ?? 0) : 0;
        this.noteFailure(error, failures);
      }
      await this.pause(failures, retryAfterMs);
    }
  }

  private isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private wasSteady(began: number): boolean {
    return this.options.clock.monotonic() - began > STEADY_MS;
  }

  private async list(): Promise<string> {
    const { api, type, metrics } = this.options;
    metrics.relists.inc({ resource: this.name, cause: this.cause });
    const { items, resourceVersion } = await api.list(type, this.options, this.stopping.signal);
    this.cache.replace(items);
    this.counted();
    this.synced = true;
    return resourceVersion;
  }

  /** Follows the watch until it ends, is silent for too long, or is found to have missed something. */
  private async follow(resourceVersion: string): Promise<void> {
    const { api, type, namespace, labelSelector, clock } = this.options;
    const cut = new AbortController();
    const onStop = (): void => cut.abort();
    this.stopping.signal.addEventListener('abort', onStop);
    this.lastSeen = clock.monotonic();
    this.cause = 'watch_ended';
    const guards = Promise.all([this.watchSilence(cut), this.compareNowAndThen(cut)]);
    try {
      await api.watch(
        type,
        { namespace, labelSelector, resourceVersion, signal: cut.signal },
        (event) => {
          this.take(event);
        },
      );
    } catch (error) {
      if (!cut.signal.aborted) throw error;
    } finally {
      cut.abort();
      this.stopping.signal.removeEventListener('abort', onStop);
      await guards;
    }
  }

  private take(event: WatchEvent): void {
    this.lastSeen = this.options.clock.monotonic();
    if (event.type === 'BOOKMARK') return;
    if (event.type === 'DELETED') this.cache.remove(event.object);
    else this.cache.set(event.object);
    this.counted();
  }

  private async watchSilence(cut: AbortController): Promise<void> {
    const { clock } = this.options;
    for (;;) {
      const left = this.lastSeen + SILENCE_MS - clock.monotonic();
      if (left <= 0) {
        this.cause = 'silent';
        this.note('info', 'watch_silent', { silent_ms: SILENCE_MS });
        cut.abort();
        return;
      }
      if (!(await pause(clock, left, cut.signal))) return;
    }
  }

  private async compareNowAndThen(cut: AbortController): Promise<void> {
    const { clock, random, api, type, metrics } = this.options;
    for (;;) {
      if (!(await pause(clock, COMPARE_MS * (0.9 + random() * 0.2), cut.signal))) return;
      try {
        const missed = await this.cache.compare(async () => {
          const { items } = await api.list(type, this.options, cut.signal);
          await clock.sleep(SETTLE_MS, cut.signal);
          return items;
        });
        if (missed === 0) continue;
        metrics.missedEvents.inc({ resource: this.name }, missed);
        this.note('warn', 'watch_missed_events', { missed });
        this.cause = 'missed';
        cut.abort();
        return;
      } catch (error) {
        if (cut.signal.aborted) return;
        this.note('info', 'comparison_failed', { reason: describeError(error) });
      }
    }
  }

  private async pause(failures: number, retryAfterMs: number): Promise<void> {
    const { clock, random } = this.options;
    const ms = backoffMs({ attempt: Math.max(0, failures - 1), ...RETRY, random });
    await pause(clock, Math.max(ms, Math.min(retryAfterMs, 30_000)), this.stopping.signal);
  }

  private tell(change: Change): void {
    try {
      this.options.onChange(change);
    } catch (error) {
      this.options.metrics.handlerErrors.inc({ resource: this.name });
      this.options.log.error(
        { err: error, resource: this.name, object: change.key },
        'handler_failed',
      );
    }
  }

  private counted(): void {
    this.options.metrics.cachedObjects.set({ resource: this.name }, this.cache.size);
  }

  private noteFailure(error: unknown, failures: number): void {
    const fields = { reason: describeError(error), failures };
    this.note(failures === FAILURES_TO_WARN ? 'warn' : 'info', 'watch_failed', fields);
  }

  private note(level: 'info' | 'warn', event: string, fields: Record<string, unknown>): void {
    this.options.log[level]({ resource: this.name, ...fields }, event);
  }
}

function withoutManagedFields(object: KubernetesObject): KubernetesObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
