import type { Verdict } from '../compile/types.ts';
import type { ProgrammedReason } from '../kinds/reasons.ts';
import type { Report } from './acks.ts';
import type { SectionStore } from './section-store.ts';

/** Whether an object is in force, and why not. */
export interface Programmed {
  readonly reason: ProgrammedReason;
  readonly message: string;
}

export interface Replicas {
  /** Names of the replicas that have to hold the snapshot, by service. */
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

/** Judges objects against what the replicas say that they run. Made once for each round, since it sorts the replicas by section. */
export class ProgrammedJudge {
  private readonly options: JudgeOptions;
  private readonly byService = new Map<string, ReadonlyMap<string, Report>>();

  constructor(options: JudgeOptions) {
    this.options = options;
  }

  /** Whether every expected replica has said what it runs. */
  hasHeardFromAll(services: readonly string[]): boolean {
    return services.every((service) => {
      const expected = this.options.replicas.expected.get(service);
      const reports = this.reports(service);
      return expected !== undefined && [...expected].every((name) => reports.has(name));
    });
  }

  /** `services` are those that act on the object's kind. */
  judge(verdict: Verdict, services: readonly string[]): Programmed {
    const settled = settledBy(verdict, services);
    if (settled) return settled;
    const empty = services.find((service) => !this.options.replicas.expected.get(service)?.size);
    if (empty !== undefined) {
      return { reason: 'NoReplicas', message: `no ${empty} replica is ready: look at its pods` };
    }
    const counts = services.map((service) => this.count(verdict, service));
    const waiting = counts.flatMap((count) => count.waiting);
    const have = counts.map((count) => count.text).join(', ');
    if (waiting.length === 0) return { reason: 'Programmed', message: have };
    const { pinned } = this.options;
    const named = waiting.slice(0, NAMED).join(', ') + (waiting.length > NAMED ? ' …' : '');
    return { reason: 'Pending', message: pinned ?? `${have}; waiting for ${named}` };
  }

  private count(verdict: Verdict, service: string): { text: string; waiting: readonly string[] } {
    const expected = this.options.replicas.expected.get(service) ?? new Set<string>();
    const reports = this.reports(service);
    const waiting = [...expected].filter((name) => !this.holds(reports.get(name), verdict)).sort();
    const have = expected.size - waiting.length;
    const noun = expected.size === 1 ? 'replica' : 'replicas';
    return { text: `${have} of ${expected.size} ${service} ${noun}`, waiting };
  }

  /** Whether a replica runs exactly this: each fragment as it is wanted, and none where none is. */
  private holds(report: Report | undefined, verdict: Verdict): boolean {
    const sections = report?.applied?.sections;
    if (!sections) return false;
    for (const [name, text] of verdict.desired) {
      const fragments = this.options.store.fragments(sections[name] ?? '');
      if (!fragments || fragments.get(verdict.object.uid)?.text !== text) return false;
    }
    return true;
  }

  private reports(service: string): ReadonlyMap<string, Report> {
    let reports = this.byService.get(service);
    if (!reports) {
      reports = this.options.replicas.reports(service);
      this.byService.set(service, reports);
    }
    return reports;
  }
}

/** What needs no replica to be known. */
function settledBy(verdict: Verdict, services: readonly string[]): Programmed | undefined {
  const { standing, refusal, notEnforced, reason } = verdict;
  if (notEnforced !== undefined || services.length === 0) {
    const message = notEnforced ?? `no service of this version acts on a ${verdict.object.kind}`;
    return { reason: 'NotEnforced', message };
  }
  if (refusal !== undefined) {
    const consequence = standing === 'kept' ? 'its last good form stays in use' : 'it is left out';
    return {
      reason: 'Rejected',
      message: `a replica could not use it: ${refusal}; ${consequence}`,
    };
  }
  if (standing === 'kept') {
    return { reason: 'NotAccepted', message: `its last good form stays in use: ${reason}` };
  }
  if (standing === 'left_out') return { reason: 'NotAccepted', message: `left out: ${reason}` };
  return undefined;
}
