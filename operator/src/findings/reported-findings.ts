import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import {
  FOUND_KINDS,
  type Finding,
  type FindingsReport,
  type FoundKind,
} from '@aicp/contracts/poll/findings-report';
import { steadyReport } from '../snapshot/acks/steady-report.ts';
import { labelOf, type SourceObject } from '../kinds/kit/source-object.ts';
import { LOOK_MS, LookQueue, type LookQueueOptions } from '../status/look-queue.ts';
import {
  findingStatementIn,
  haveSameFacts,
  isSameStatement,
  statementOf,
  unknownOf,
  type FindingStatement,
} from './finding-statement.ts';

type Subject = Pick<SourceObject, 'kind' | 'name' | 'uid'>;

/** What is known of objects, by whoever finds it out. */
export interface FindingSource {
  /** The kinds of which it says something. */
  readonly kinds: readonly FoundKind[];
  /** The pause between two statements of an object of which the second has other figures alone, ms; 30 s where it is not said. */
  readonly figuresMs?: number;
  /** All that it says now; undefined while nobody says anything. */
  findings(): readonly Finding[] | undefined;
  /** Another process leads now, or this one. */
  leaderChanged?(): void;
}

export interface ReportedFindingsOptions extends Omit<LookQueueOptions, 'name' | 'look'> {
  readonly sources: readonly FindingSource[];
  /** Every object there is. */
  readonly objects: () => Iterable<Subject>;
  readonly object: (kind: string, name: string) => KubernetesObject | undefined;
  /** Has the status of an object written again. */
  readonly write: (kind: string, name: string) => void;
}

/** What is known of an object's status. */
interface Known {
  /** What its status says, or is to say. */
  said: FindingStatement | undefined;
  /** When that was said, by the monotonic clock, ms. */
  saidAt: number;
  /** Whether this process has said it. */
  isNews: boolean;
}

/** What is to be said of an object, and whether another thing holds than before. */
interface News {
  readonly subject: Subject;
  readonly known: Known;
  readonly next: FindingStatement;
  readonly isFact: boolean;
}

/** The pause between two statements of other figures alone, where a source says no other, ms. */
const FIGURES_MS = 30_000;
/** So many statements are made at a look at most. */
const MOST = 50;
/** For so long a source may say nothing before nothing is known any more, ms. */
const SILENT_MS = 180_000;

/** Has what services find out of objects written into their status: at once where another thing holds, seldom where figures alone are others. */
export class ReportedFindings {
  private readonly options: ReportedFindingsOptions;
  private readonly looks: LookQueue;
  private known = new Map<string, Known>();
  /** When each source said something last, by the monotonic clock, ms. */
  private readonly heardAt = new Map<FindingSource, number>();
  private leaderSince: number;

  constructor(options: ReportedFindingsOptions) {
    this.options = options;
    this.leaderSince = options.clock.monotonic();
    this.looks = new LookQueue({
      ...options,
      name: 'findings',
      look: (now) => this.sayAll(this.statements(now), now),
    });
  }

  /** What this process says of an object; undefined where its status is to say what it said. */
  of({ uid }: Pick<Subject, 'uid'>): FindingStatement | undefined {
    const known = this.known.get(uid);
    return known?.isNews ? known.said : undefined;
  }

  /** Somebody has reported, or objects are others than before. */
  noticed(): void {
    this.looks.noticed();
  }

  /** An object changed. */
  objectChanged(kind: string): void {
    if (isFoundKind(kind)) this.noticed();
  }

  /** Another process leads now, or this one. */
  leaderChanged(): void {
    this.known.clear();
    this.heardAt.clear();
    for (const source of this.options.sources) source.leaderChanged?.();
    this.leaderSince = this.options.clock.monotonic();
    this.noticed();
  }

  async stop(): Promise<void> {
    await this.looks.stop();
  }

  /** How to find out what is to be said of an object. */
  private statements(
    now: number,
  ): (subject: Subject, known: Known) => FindingStatement | undefined {
    const byKind = new Map<FoundKind, { findings: Map<string, Finding>; isSilent: boolean }>();
    for (const source of this.options.sources) {
      const all = source.findings();
      if (all) this.heardAt.set(source, now);
      const isSilent = now - (this.heardAt.get(source) ?? this.leaderSince) > SILENT_MS;
      const findings = new Map(all?.map((one) => [labelOf(one), one]));
      for (const kind of source.kinds) byKind.set(kind, { findings, isSilent });
    }
    return (subject, { said }) => {
      const heard = isFoundKind(subject.kind) ? byKind.get(subject.kind) : undefined;
      const found = heard?.findings.get(labelOf(subject));
      // One of the same name that came later is another.
      if (found?.uid === subject.uid) return statementOf(found);
      return heard?.isSilent && said ? unknownOf(said) : undefined;
    };
  }

  /** Says what is due, facts before figures, and then what was said longest ago; answers after how long there is more to say, ms. */
  private sayAll(
    statement: (subject: Subject, known: Known) => FindingStatement | undefined,
    now: number,
  ): number {
    const due = [...this.news(statement)].filter((one) => one.isFact || this.isTime(one, now));
    due.sort((a, b) => Number(b.isFact) - Number(a.isFact) || a.known.saidAt - b.known.saidAt || 0);
    for (const { subject, known, next } of due.slice(0, MOST)) {
      Object.assign(known, { said: next, saidAt: now, isNews: true });
      this.options.write(subject.kind, subject.name);
    }
    return due.length > MOST ? LOOK_MS : Number.POSITIVE_INFINITY;
  }

  /** Everything of which another thing is to be said than before. What is known of objects that are gone is forgotten. */
  private *news(
    statement: (subject: Subject, known: Known) => FindingStatement | undefined,
  ): Generator<News> {
    const before = this.known;
    this.known = new Map();
    for (const subject of this.options.objects()) {
      if (!isFoundKind(subject.kind)) continue;
      const known = before.get(subject.uid) ?? this.unheardOf(subject);
      this.known.set(subject.uid, known);
      const next = statement(subject, known);
      if (!next || isSameStatement(known.said, next)) continue;
      yield { subject, known, next, isFact: !haveSameFacts(known.said, next) };
    }
  }

  /** Figures that are others alone are not said at once. */
  private isTime({ subject, known }: News, now: number): boolean {
    const source = this.options.sources.find(({ kinds }) =>
      kinds.some((one) => one === subject.kind),
    );
    return now - known.saidAt >= (source?.figuresMs ?? FIGURES_MS);
  }

  private unheardOf({ kind, name }: Subject): Known {
    const status = this.options.object(kind, name)?.['status'];
    return {
      said: findingStatementIn(status),
      saidAt: Number.NEGATIVE_INFINITY,
      isNews: false,
    };
  }
}

const isFoundKind = (kind: string): kind is FoundKind =>
  (FOUND_KINDS as readonly string[]).includes(kind);

/** The findings to go by, of the replicas' reports; undefined where none reports. */
export const chosenFindings = ({
  known,
  reports,
}: {
  readonly known: ReadonlySet<string>;
  readonly reports: ReadonlyMap<string, { readonly findings?: FindingsReport | undefined }>;
}): readonly Finding[] | undefined =>
  steadyReport(
    known,
    [...reports].map(([replica, { findings }]) => [replica, findings] as const),
  )?.objects;
