import type { Finding, FoundCondition } from '@aicp/contracts/poll/findings-report';
import type { FailoverReport, HealthReport } from '@aicp/contracts/poll/health-report';

/** What the gateways found out of FailoverRules, of all replicas together; undefined where none says anything. Nobody but `known` replicas is heard. */
export function failoverFindings({
  known,
  reports,
}: {
  readonly known: ReadonlySet<string>;
  readonly reports: ReadonlyMap<string, { readonly health?: HealthReport | undefined }>;
}): readonly Finding[] | undefined {
  const heard = [...reports].flatMap(([replica, { health }]) =>
    known.has(replica) && health?.failovers ? [health.failovers] : [],
  );
  if (heard.length === 0) return undefined;
  const byUid = new Map<string, FailoverReport[]>();
  for (const report of heard.flat()) {
    byUid.set(report.uid, [...(byUid.get(report.uid) ?? []), report]);
  }
  return [...byUid.values()].map(findingOf);
}

function findingOf(reports: readonly FailoverReport[]): Finding {
  const [first] = reports as readonly [FailoverReport, ...FailoverReport[]];
  const { name, uid } = first;
  return {
    kind: 'FailoverRule',
    name,
    uid,
    conditions: [failedOver(reports), flapping(reports)],
    observed: observedOf(reports),
  };
}

const having = (reports: readonly FailoverReport[], state: FailoverReport['state']) =>
  reports.filter((report) => report.state === state);

/** The furthest that a replica went. */
function stateOf(reports: readonly FailoverReport[]): FailoverReport['state'] {
  if (having(reports, 'failed_over').length > 0) return 'failed_over';
  return having(reports, 'probing').length > 0 ? 'probing' : 'watching';
}

const gateways = (some: number, all: number): string =>
  `${some} of ${all} gateway${all === 1 ? '' : 's'}`;

function failedOver(reports: readonly FailoverReport[]): FoundCondition {
  const type = 'FailedOver';
  const state = stateOf(reports);
  const all = reports.length;
  if (reports.some((report) => report.target_missing)) {
    const message =
      'no model that can be asked serves by the name of its target, so that it moves nothing: look at the target and its provider';
    return { type, status: 'False', reason: 'TargetMissing', message };
  }
  if (state === 'watching') {
    const message = 'requests go to the source';
    return { type, status: 'False', reason: 'Watching', message };
  }
  const count = having(reports, state).length;
  const verb = count === 1 ? 's' : '';
  if (state === 'probing') {
    const message = `${gateways(count, all)} send${verb} a part of the requests back to the source`;
    return { type, status: 'True', reason: 'Probing', message };
  }
  const trigger = lastLeft(reports)?.last_trigger;
  const why = trigger === undefined ? '' : `, since ${trigger}`;
  const message = `${gateways(count, all)} send${verb} requests to the target${why}`;
  return { type, status: 'True', reason: 'FailedOver', message };
}

function flapping(reports: readonly FailoverReport[]): FoundCondition {
  const type = 'Flapping';
  const count = reports.filter((report) => report.flapping).length;
  if (count === 0) {
    return { type, status: 'False', reason: 'Steady', message: 'it does not go back and forth' };
  }
  const message = `on ${gateways(count, reports.length)} it left its source three times or more in an hour, and stays away for longer: write a condition that is further from what is usual, or a longer cooldown`;
  return { type, status: 'True', reason: 'Flapping', message };
}

function observedOf(reports: readonly FailoverReport[]): Finding['observed'] {
  const state = stateOf(reports);
  const moved = reports.filter((report) => report.state !== 'watching').length;
  const since = having(reports, state)
    .map((report) => report.since)
    .sort();
  const left = lastLeft(reports);
  return {
    state,
    since: (state === 'watching' ? since.at(-1) : since[0]) ?? '',
    replicas: `${moved} of ${reports.length}`,
    requestsMoved: reports.reduce((sum, report) => sum + report.moved, 0),
    ...(left?.last_trigger === undefined ? {} : { lastTrigger: left.last_trigger }),
    ...(left?.last_left === undefined ? {} : { lastLeft: left.last_left }),
  };
}

/** Of the replica that left its source last; undefined where none has. */
const lastLeft = (reports: readonly FailoverReport[]): FailoverReport | undefined =>
  reports
    .filter(({ last_left }) => last_left !== undefined)
    .sort((a, b) => ((a.last_left ?? '') < (b.last_left ?? '') ? 1 : -1))[0];
