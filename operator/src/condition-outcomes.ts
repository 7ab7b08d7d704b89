import type { Clock } from '@aicp/common/time/clock';
import { SNAPSHOT_SERVICES } from '@aicp/contracts/snapshot/sections/kit/section';
import type { Compiled, Verdict } from './compile/types.ts';
import type { Caches } from './control/caches.ts';
import type { ObjectOutcome } from './control/status-writer.ts';
import { programmedMessage, storedStatus } from './control/status.ts';
import { operatorKinds } from './kinds/operator-kinds.ts';
import { REPLICAS, type OutcomeMemory, type Outcomes } from './outcome-memory.ts';
import type { ObjectCount, OperatorMetrics } from './metrics.ts';
import type { AckBook } from './snapshot/acks/ack-book.ts';
import { INDEX_NAME, PIN_ANNOTATION } from './snapshot/commit/index-object.ts';
import type { CommittedIndex } from './snapshot/commit/committed-index.ts';
import { ProgrammedJudge, type Programmed } from './snapshot/acks/programmed.ts';
import { expectedReplicas } from './snapshot/acks/replicas.ts';
import type { SectionStore } from './snapshot/commit/section-store.ts';

export interface OutcomeOptions {
  readonly caches: Caches;
  readonly acks: AckBook;
  readonly store: SectionStore;
  readonly committed: Pick<CommittedIndex, 'pin'>;
  /** When this process became the leader, by the monotonic clock, ms. */
  readonly leaderSince: number;
  readonly clock: Clock;
  readonly metrics: OperatorMetrics;
  /** What earlier rounds concluded. */
  readonly memory: OutcomeMemory;
}

/** How long replicas have to tell a new leader what they run, before their silence counts, ms. */
const EVIDENCE_MS = 30_000;

/** The outcome for every object: the same one as before where nothing that it rests on has changed. */
export function conditionOutcomes(compiled: Compiled, options: OutcomeOptions): Outcomes {
  const { acks, caches, clock, leaderSince, memory, store, committed } = options;
  const pinned = pinMessage(committed.pin);
  const judge = new ProgrammedJudge({
    replicas: {
      expected: expectedReplicas(caches.slices()),
      reports: (service) => acks.of(service),
    },
    store,
    pinned,
  });
  const isEvident =
    clock.monotonic() - leaderSince > EVIDENCE_MS || judge.hasHeardFromAll(SNAPSHOT_SERVICES);
  const make = (verdict: Verdict): ObjectOutcome => {
    const programmed = judge.programmedOf(verdict, servicesFor(verdict.object.kind));
    return {
      verdict,
      programmed: isEvident ? programmed : unlessDoubtful(verdict, programmed, caches),
    };
  };
  // Until all have been heard of, an outcome rests on the object's status too.
  if (!isEvident) memory.forget();
  const outcomes = memory.of(compiled, judge.grounds(REPLICAS, [pinned, isEvident]), make);
  if (!isEvident) memory.forget();
  options.metrics.countObjects(() => counted(outcomes.all));
  return outcomes;
}

/** The services that take snapshots and act on a kind. */
function servicesFor(kind: string): readonly string[] {
  const enforcers: readonly string[] = operatorKinds.get(kind)?.definition.enforcedBy ?? [];
  return SNAPSHOT_SERVICES.filter((service) => enforcers.includes(service));
}

/** What was true before a restart stays true until a replica reports otherwise; that none has reported yet changes nothing. */
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

function counted(outcomes: readonly ObjectOutcome[]): ObjectCount[] {
  const counts = new Map<string, ObjectCount>();
  for (const { verdict, programmed } of outcomes) {
    const { kind } = verdict.object;
    const ready = readiness(verdict, programmed);
    const key = `${kind} ${ready}`;
    const number = (counts.get(key)?.number ?? 0) + 1;
    counts.set(key, { kind, ready, number });
  }
  return [...counts.values()];
}

/** Accepted objects of kinds that no service acts on are counted apart, so that no alert fires. */
function readiness({ reason }: Verdict, programmed: Programmed): string {
  if (reason !== 'Accepted') return 'false';
  if (programmed.reason === 'NotEnforced') return 'not_enforced';
  return String(programmed.reason === 'Programmed');
}
