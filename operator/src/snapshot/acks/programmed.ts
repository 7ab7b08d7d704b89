import type { Verdict } from '../../compile/types.ts';
import type { ProgrammedReason } from '@aicp/crds/reasons/reasons';
import { SECTIONS } from '@aicp/contracts/snapshot/sections';
import {
  SNAPSHOT_SERVICES,
  type SnapshotService,
} from '@aicp/contracts/snapshot/sections/kit/section';
import { withArticle } from '@aicp/crds/kit/with-article';
import type { Report } from './ack-book.ts';
import type { SectionStore } from '../commit/section-store.ts';

/** Whether an object is in force, and why not. */
export interface Programmed {
  readonly reason: ProgrammedReason;
  readonly message: string;
}

export interface Replicas {
  /** Names of the replicas that have to hold the snapshot, by service that is installed. */
  readonly expected: ReadonlyMap<string, ReadonlySet<string>>;
  readonly reports: (service: string) => ReadonlyMap<string, Report>;
}

export interface JudgeOptions {
  readonly replicas: Replicas;
  readonly store: Pick<SectionStore, 'fragments'>;
  /** Said of objects that a pinned revision holds back; undefined where nothing is pinned. */
  readonly pinned: string | undefined;
}

const NAMED = 3;

/** What the expected replicas of one service run, sorted so that objects are looked up once for all replicas that run the same. */
interface Running {
  readonly expected: ReadonlySet<string>;
  /** Those of which nobody knows what they run. */
  readonly silent: readonly string[];
  /** By section, by the digest of its bytes: the replicas that run those. */
  readonly sections: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
}

/** Judges objects against what the replicas say that they run. Made once for each round, since it sorts the replicas. */
export class ProgrammedJudge {
  private readonly options: JudgeOptions;
  private readonly byService = new Map<string, Running>();

  constructor(options: JudgeOptions) {
    this.options = options;
  }

  /** Whether every expected replica has said what it runs, of each of these services that is installed. */
  hasHeardFromAll(services: readonly string[]): boolean {
    const installed = this.installed(services);
    return (
      installed.length > 0 &&
      installed.every((service) => this.running(service).silent.length === 0)
    );
  }

  /** `enforcers` are the services that act on the object's kind. Those that are not installed are not waited for. */
  programmedOf(verdict: Verdict, enforcers: readonly string[]): Programmed {
    const settled = settledBy(verdict, enforcers) ?? this.withoutActor(verdict);
    if (settled) return settled;
    const services = this.asked(verdict, enforcers);
    const empty = services.find((service) => this.running(service).expected.size === 0);
    if (empty !== undefined) {
      return { reason: 'NoReplicas', message: `no ${empty} replica is ready: look at its pods` };
    }
    const counts = services.map((service) => this.count(verdict, service));
    const waiting = counts.flatMap((count) => count.waiting);
    const have = counts.map((count) => count.text).join(', ');
    if (waiting.length === 0) return { reason: 'Programmed', message: have };
    const rejection = this.rejection(verdict, services, new Set(waiting));
    if (rejection !== undefined) return { reason: 'Rejected', message: `${have}; ${rejection}` };
    const { pinned } = this.options;
    const named = waiting.slice(0, NAMED).join(', ') + (waiting.length > NAMED ? ' …' : '');
    return { reason: 'Pending', message: pinned ?? `${have}; waiting for ${named}` };
  }

  /**
   * Everything that outcomes rest on, beside the verdicts, as texts that change when it does: for each section who runs what of it, and
   * under the name `general` the rest, with what else the caller knows.
   */
  grounds(general: string, more: readonly unknown[]): ReadonlyMap<string, string> {
    const { expected, reports } = this.options.replicas;
    const sections = new Map<string, unknown[]>();
    const services = SNAPSHOT_SERVICES.map((service) => {
      const running = this.running(service);
      for (const [section, byDigest] of running.sections) {
        const said = [...byDigest].map(([digest, names]) => [
          digest,
          this.options.store.fragments(digest) !== undefined,
          names,
        ]);
        sections.set(section, [...(sections.get(section) ?? []), service, said]);
      }
      const rejected = [...reports(service).values()].map((report) => [
        report.instance,
        report.rejected,
      ]);
      const isInstalled = expected.has(service);
      return [service, isInstalled, [...running.expected], running.silent, rejected];
    });
    return new Map([
      [general, JSON.stringify([services, more])],
      ...[...sections].map(([name, said]) => [name, JSON.stringify(said)] as const),
    ]);
  }

  /** What the first of these replicas says that rejected this very form of the object. */
  private rejection(
    { object }: Verdict,
    services: readonly string[],
    waiting: ReadonlySet<string>,
  ): string | undefined {
    for (const service of services) {
      for (const [name, { rejected }] of this.options.replicas.reports(service)) {
        if (!waiting.has(name)) continue;
        const error = rejected?.errors.find(
          ({ source }) => source?.uid === object.uid && source.generation === object.generation,
        );
        if (error) return `${name} could not use it and keeps its old snapshot: ${error.message}`;
      }
    }
    return undefined;
  }

  private installed(services: readonly string[]): readonly string[] {
    return services.filter((service) => this.options.replicas.expected.has(service));
  }

  /** Whose replicas have to have it. */
  private asked({ actor }: Verdict, enforcers: readonly string[]): readonly string[] {
    const installed = this.installed(enforcers);
    const services = installed.length > 0 ? installed : enforcers;
    return actor === undefined ? services : [...services, actor.service];
  }

  /** What is said where the service is not installed without which nothing acts on it. */
  private withoutActor({ actor }: Verdict): Programmed | undefined {
    if (actor === undefined || this.options.replicas.expected.has(actor.service)) return undefined;
    return { reason: 'NotEnforced', message: actor.unless };
  }

  private count(verdict: Verdict, service: string): { text: string; waiting: readonly string[] } {
    const { expected, silent, sections } = this.running(service);
    const waiting = new Set(silent);
    for (const [section, text] of verdict.desired) {
      for (const [digest, names] of sections.get(section) ?? []) {
        if (this.holds(digest, verdict.object.uid, text)) continue;
        for (const name of names) waiting.add(name);
      }
    }
    const have = expected.size - waiting.size;
    const noun = expected.size === 1 ? 'replica' : 'replicas';
    const text = `${have} of ${expected.size} ${service} ${noun}`;
    return { text, waiting: [...waiting].sort() };
  }

  /** Whether a section of this digest holds exactly this fragment of an object, or none where none is wanted. */
  private holds(digest: string, uid: string, text: string | undefined): boolean {
    const fragments = this.options.store.fragments(digest);
    return fragments !== undefined && fragments.get(uid)?.text === text;
  }

  private running(service: string): Running {
    let running = this.byService.get(service);
    if (!running) {
      const { expected, reports } = this.options.replicas;
      running = sorted(expected.get(service) ?? new Set(), reports(service), service);
      this.byService.set(service, running);
    }
    return running;
  }
}

function sorted(
  expected: ReadonlySet<string>,
  reports: ReadonlyMap<string, Report>,
  service: string,
): Running {
  const silent: string[] = [];
  const names = Object.keys(SECTIONS[service as SnapshotService]);
  const sections = new Map(names.map((name) => [name, new Map<string, string[]>()]));
  for (const name of expected) {
    const applied = reports.get(name)?.applied;
    if (!applied) {
      silent.push(name);
      continue;
    }
    for (const [section, byDigest] of sections) {
      const digest = applied.sections[section] ?? '';
      byDigest.set(digest, [...(byDigest.get(digest) ?? []), name]);
    }
  }
  return { expected, silent, sections };
}

/** What needs no replica to be known. */
function settledBy(verdict: Verdict, enforcers: readonly string[]): Programmed | undefined {
  const { inEffect, rejection, notEnforced, reason } = verdict;
  if (notEnforced !== undefined || enforcers.length === 0) {
    const message =
      notEnforced ?? `no service of this version acts on ${withArticle(verdict.object.kind)}`;
    return { reason: 'NotEnforced', message };
  }
  if (rejection !== undefined) {
    const consequence = inEffect === 'kept' ? 'its last good form stays in use' : 'it is left out';
    return {
      reason: 'Rejected',
      message: `a replica could not use it: ${rejection}; ${consequence}`,
    };
  }
  if (inEffect === 'kept') {
    return { reason: 'NotAccepted', message: `its last good form stays in use: ${reason}` };
  }
  if (inEffect === 'left_out') return { reason: 'NotAccepted', message: `left out: ${reason}` };
  return undefined;
}
