import { describeError } from '@aicp/common/kubernetes/errors';
import { ownerOf } from '@aicp/common/kubernetes/ownership';
import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import type { Logger } from '@aicp/common/log/logger';
import { backoffMs } from '@aicp/common/time/backoff';
import { type Clock, pause } from '@aicp/common/time/clock';
import {
  MAX_OBSERVATIONS,
  type Observation,
  type ObservationAnswer,
  type ObservationReport,
} from '@aicp/contracts/audit/observation';
import { deletionOf, observationOf, type AboutObject } from '@aicp/contracts/audit/observation-of';
import { ownerSeen, type OwnerLookup } from '@aicp/contracts/audit/observed-owner';
import { stampOf } from '@aicp/contracts/audit/stamp';

export interface ObserverOptions {
  /** Names of the kinds that are watched. */
  readonly kinds: readonly string[];
  /** Tells the audit log. Rejects where it did not take the report. */
  readonly send: (report: ObservationReport, signal: AbortSignal) => Promise<ObservationAnswer>;
  /** Whether it is for this replica to tell. */
  readonly isLeader: () => boolean;
  /** Whether everything was seen once: before, what is not seen may be there all the same. */
  readonly hasSynced: () => boolean;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/** What is kept for an audit log that is away; beyond it, the state at the end is told instead of the way to it. */
const MAX_PENDING = 10_000;
const LOOK_MS = 250;
const RETRY = { baseMs: 250, maxMs: 5_000 };
/** Failures in a row from which on they are worth a line: an audit log that starts together with this process takes a few seconds. */
const FAILURES_TO_TELL = 5;
/** Failures in a row from which on the audit log counts as falling behind. */
const FAILURES_TO_WARN = 12;

function levelOf(failures: number): 'debug' | 'info' | 'warn' {
  if (failures === FAILURES_TO_WARN) return 'warn';
  return failures < FAILURES_TO_TELL ? 'debug' : 'info';
}

interface Known {
  readonly object: KubernetesObject;
  readonly stamp: string;
}

/**
 * Tells the audit log of every change of our objects, whoever made it: in order, at least once, by the leader alone. A new leader begins
 * with what there is, so that whatever happened while nobody watched is told too.
 */
export class Observer {
  private readonly options: ObserverOptions;
  private readonly ending = new AbortController();
  private readonly known = new Map<string, Map<string, Known>>();
  private pending: Observation[] = [];
  private toCompare: readonly string[];
  private comparing: string | undefined;
  private waiting = Promise.withResolvers<undefined>();
  private loop: Promise<void> | undefined;

  constructor(options: ObserverOptions) {
    this.options = options;
    this.toCompare = [...options.kinds];
  }

  start(): void {
    this.loop ??= this.run();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    this.wake();
    await this.loop;
  }

  /** Takes note of an object as it is; undefined: it is gone. A change of the status alone is none. */
  see(kind: string, name: string, object: KubernetesObject | undefined): void {
    const objects = this.objectsOf(kind);
    const before = objects.get(name);
    // What is about to go counts as it was, until it is gone.
    if (object?.metadata.deletionTimestamp !== undefined) return;
    if (before && before.object.metadata.uid !== object?.metadata.uid) {
      this.push(deletionOf(before.object, this.about(kind, before.object)));
    }
    if (!object) {
      objects.delete(name);
      return;
    }
    const stamp = stampOf(object);
    objects.set(name, { object, stamp });
    if (before?.stamp !== stamp || before.object.metadata.uid !== object.metadata.uid) {
      this.push(observationOf(object, this.about(kind, object)));
    }
  }

  /** Another replica leads now, or this one does: what it knows has to be compared anew. */
  leaderChanged(): void {
    this.toCompare = [...this.options.kinds];
    this.wake();
  }

  private push(observation: Observation): void {
    const { kind } = observation;
    // Nobody listens to a replica that does not lead, and what will be compared needs no list of changes.
    if (!this.options.isLeader()) return;
    if (this.toCompare.includes(kind) && this.comparing !== kind) return;
    this.pending.push(observation);
    if (this.pending.length > MAX_PENDING) {
      this.pending = [];
      this.toCompare = [...this.options.kinds];
    }
    this.wake();
  }

  private wake(): void {
    this.waiting.resolve(undefined);
  }

  private async run(): Promise<void> {
    const { clock, random, log } = this.options;
    const { signal } = this.ending;
    let failures = 0;
    while (!this.isEnding()) {
      try {
        await this.step(signal);
        if (failures >= FAILURES_TO_WARN) log.info({ failures }, 'audit_report_recovered');
        failures = 0;
      } catch (error) {
        if (this.isEnding()) return;
        failures += 1;
        log[levelOf(failures)]({ reason: describeError(error), failures }, 'audit_report_failed');
        await pause(clock, backoffMs({ attempt: failures - 1, ...RETRY, random }), signal);
      }
    }
  }

  private isEnding(): boolean {
    return this.ending.signal.aborted;
  }

  private async step(signal: AbortSignal): Promise<void> {
    const { clock, isLeader, hasSynced } = this.options;
    if (!isLeader()) {
      this.pending = [];
      await this.rest();
    } else if (!hasSynced()) await pause(clock, LOOK_MS, signal);
    else if (this.toCompare.length > 0) await this.compare(signal);
    else if (this.pending.length > 0) await this.report(signal);
    else await this.rest();
  }

  /** Waits for something to do. */
  private async rest(): Promise<void> {
    await this.waiting.promise;
    this.waiting = Promise.withResolvers();
  }

  /** Names all objects of a kind, and tells those that the audit log asks for. */
  private async compare(signal: AbortSignal): Promise<void> {
    const { toCompare } = this;
    const [kind = ''] = toCompare;
    this.comparing = kind;
    const known = this.objectsOf(kind);
    const objects = [...known.values()].map(({ object, stamp }) => ({
      uid: object.metadata.uid ?? '',
      stamp,
    }));
    const { wanted } = await this.options.send({ type: 'inventory', kind, objects }, signal);
    const left = new Set(wanted);
    const changes = [...known.values()]
      .filter(({ object }) => left.has(object.metadata.uid ?? ''))
      .map(({ object }) => observationOf(object, this.about(kind, object)));
    for (let start = 0; start < changes.length; start += MAX_OBSERVATIONS) {
      await this.send(changes.slice(start, start + MAX_OBSERVATIONS), signal);
    }
    // Unless all was asked for anew meanwhile.
    if (this.toCompare === toCompare) this.toCompare = toCompare.slice(1);
    this.comparing = undefined;
  }

  private async report(signal: AbortSignal): Promise<void> {
    const changes = this.pending.slice(0, MAX_OBSERVATIONS);
    await this.send(changes, signal);
    const sent = new Set(changes);
    this.pending = this.pending.filter((one) => !sent.has(one));
  }

  private async send(changes: Observation[], signal: AbortSignal): Promise<void> {
    await this.options.send({ type: 'changes', changes }, signal);
  }

  /** Whose an object is has to be said now: by the time of the report, another organization may have taken the name. */
  private about(kind: string, object: KubernetesObject): AboutObject {
    const lookup: OwnerLookup = {
      organizationUid: (name) => this.objectsOf('Organization').get(name)?.object.metadata.uid,
      team: (name) => this.objectsOf('Team').get(name)?.object,
    };
    return { kind, isGitOps: ownerOf(object).readOnly, owner: ownerSeen(kind, object, lookup) };
  }

  private objectsOf(kind: string): Map<string, Known> {
    const found = this.known.get(kind) ?? new Map<string, Known>();
    this.known.set(kind, found);
    return found;
  }
}
