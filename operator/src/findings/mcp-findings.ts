import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import type { Clock } from '@aicp/common/time/clock';
import type { Finding, FoundCondition } from '@aicp/contracts/poll/findings-report';
import type { HealthReport } from '@aicp/contracts/poll/health-report';
import type { SourceObject } from '../kinds/kit/source-object.ts';
import { findingStatementIn } from './finding-statement.ts';
import { conditionsOf, type ServerReports } from './judge-mcp-server.ts';
import type { FindingSource } from './reported-findings.ts';

type Subject = Pick<SourceObject, 'kind' | 'name' | 'uid'>;

export interface McpFindingsOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** What the gateways report, of those that are known: nobody else is heard. */
  readonly reports: () => readonly HealthReport[];
  readonly objects: () => Iterable<Subject>;
  readonly object: (kind: string, name: string) => KubernetesObject | undefined;
  /** Whether no gateway can ask a server as it is now: none is told of it, or nothing is there that runs it; false where that is not known yet. */
  readonly isLeftOut: (uid: string, object: KubernetesObject) => boolean;
}

/** For so long no gateway may say anything of a server before nothing is known of it any more, ms. */
const SILENT_MS = 180_000;
const KIND = 'MCPServer';

/**
 * What the gateways saw of MCPServers, of all replicas together. That nobody says anything is no evidence: a server that was never reported of is unknown at once, and
 * one that is not reported of any more, after three minutes.
 */
export class McpFindings implements FindingSource {
  readonly kinds = [KIND] as const;
  private readonly options: McpFindingsOptions;
  /** When each server was reported of last, or was first to be, by uid and the monotonic clock, ms. */
  private heardAt = new Map<string, number>();

  constructor(options: McpFindingsOptions) {
    this.options = options;
  }

  findings(): Finding[] {
    const before = this.heardAt;
    this.heardAt = new Map();
    const reports = reportsByUid(this.options.reports());
    const found: Finding[] = [];
    for (const { kind, name, uid } of this.options.objects()) {
      if (kind !== KIND) continue;
      const conditions = this.conditions({ name, uid }, reports.get(uid), before.get(uid));
      if (conditions) found.push({ kind, name, uid, conditions, observed: {} });
    }
    return found;
  }

  /** What was heard before counts for nothing: gateways have as long as ever to say it to this process. */
  leaderChanged(): void {
    this.heardAt.clear();
  }

  /** Undefined: the object goes on to say what it said. */
  private conditions(
    { name, uid }: Pick<Subject, 'name' | 'uid'>,
    reports: ServerReports | undefined,
    lastAt: number | undefined,
  ): FoundCondition[] | undefined {
    const { clock, isLeftOut, object } = this.options;
    const now = clock.monotonic();
    const heardAt = reports ? now : (lastAt ?? now);
    this.heardAt.set(uid, heardAt);
    const stored = object(KIND, name);
    if (stored && isLeftOut(uid, stored)) return conditionsOf(name, 'NotInService');
    if (reports) return conditionsOf(name, reports);
    const isNew = findingStatementIn(stored?.['status']) === undefined;
    return isNew || now - heardAt > SILENT_MS ? conditionsOf(name, 'NotReported') : undefined;
  }
}

function reportsByUid(all: readonly HealthReport[]): ReadonlyMap<string, ServerReports> {
  const byUid = new Map<string, ServerReports>();
  for (const report of all.flatMap(({ mcp_servers: servers }) => servers ?? [])) {
    const others = byUid.get(report.uid);
    byUid.set(report.uid, others ? [...others, report] : [report]);
  }
  return byUid;
}
