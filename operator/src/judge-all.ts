import type { Clock } from '@aicp/common/time/clock';
import { SNAPSHOT_SERVICES } from '@aicp/contracts/snapshot/sections';
import type { Compiled, Verdict } from './compile/types.ts';
import type { Caches } from './control/caches.ts';
import type { Judgement } from './control/status-writer.ts';
import { programmedMessage, storedStatus } from './control/status.ts';
import { features } from './kinds/features.ts';
import type { OperatorMetrics } from './metrics.ts';
import type { AckBook } from './snapshot/acks/ack-book.ts';
import { INDEX_NAME, PIN_ANNOTATION, type SnapshotIndex } from './snapshot/commit/index-object.ts';
import type { CommittedIndex } from './snapshot/commit/committed-index.ts';
import { ProgrammedJudge, type Programmed } from './snapshot/acks/programmed.ts';
import { expectedReplicas } from './snapshot/acks/replicas.ts';
import type { SectionStore } from './snapshot/commit/section-store.ts';

export interface JudgeAllOptions {
  readonly caches: Caches;
  readonly acks: AckBook;
  readonly store: SectionStore;
  readonly committed: Pick<CommittedIndex, 'pin'>;
  readonly index: SnapshotIndex;
  /** When this process became the leader, by the monotonic clock, ms. */
  readonly leaderSince: number;
  readonly clock: Clock;
  readonly metrics: OperatorMetrics;
}

/** How long replicas have to tell a new leader what they run, before their silence counts, ms. */
const EVIDENCE_MS = 30_000;

/** A judgement on every object. */
export function judgeAll(compiled: Compiled, options: JudgeAllOptions): Judgement[] {
  const { acks, caches, clock, leaderSince, store, committed } = options;
  const judge = new ProgrammedJudge({
    replicas: {
      expected: expectedReplicas(caches.slices()),
      reports: (service) => acks.of(service),
    },
    store,
    pinned: pinMessage(committed.pin),
  });
  const isEvident =
    clock.monotonic() - leaderSince > EVIDENCE_MS || judge.hasHeardFromAll(SNAPSHOT_SERVICES);
  const judgements = [...compiled.verdicts.values()].map((verdict) => {
    const programmed = judge.judge(verdict, servicesFor(verdict.object.kind));
    return {
      verdict,
      programmed: isEvident ? programmed : unlessDoubtful(verdict, programmed, caches),
    };
  });
  count(judgements, options.metrics);
  return judgements;
}

/** The services that take snapshots and act on a kind. */
function servicesFor(kind: string): readonly string[] {
  const enforcers: readonly string[] = features.get(kind)?.definition.enforcedBy ?? [];
  return SNAPSHOT_SERVICES.filter((service) => enforcers.includes(service));
}

/** What was true before a restart stays so until there is evidence to the contrary; that nobody has said anything yet is none. */
function unlessDoubtful(verdict: Verdict, programmed: Programmed, caches: Caches): Programmed {
  if (programmed.reason !== 'Pending' && programmed.reason !== 'NoReplicas') return programmed;
  const { kind, name, generation } = verdict.object;
  const status = storedStatus(caches.object(kind, name)?.['status']);
  const message = programmedMessage(status, generation);
  return message === undefined ? programmed : { reason: 'Programmed', message };
}

const pinMessage = (pin: CommittedIndex['pin']): string | undefined =>
  pin === undefined
    ? undefined
    : `revision ${pin} is pinned: remove the annotation ${PIN_ANNOTATION} from ConfigMap ${INDEX_NAME} to go on`;

function count(judgements: readonly Judgement[], metrics: OperatorMetrics): void {
  metrics.objects.reset();
  for (const { verdict, programmed } of judgements) {
    metrics.objects.inc({ kind: verdict.object.kind, ready: readiness(verdict, programmed) });
  }
}

/** An object that is well and that nobody enforces is none that somebody has to look at. */
function readiness({ reason }: Verdict, programmed: Programmed): string {
  if (reason !== 'Accepted') return 'false';
  if (programmed.reason === 'NotEnforced') return 'not_enforced';
  return String(programmed.reason === 'Programmed');
}
