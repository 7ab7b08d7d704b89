/** Reports that were made so shortly after one another are as good, ms. */
const AS_GOOD_MS = 5_000;

/** The report to go by: of those that are as good as the newest, that of the first replica by name; undefined where none reports. Nobody but `known` replicas is heard. */
export function steadyReport<Report extends { readonly at: string }>(
  known: ReadonlySet<string>,
  reports: readonly (readonly [replica: string, report: Report | undefined])[],
): Report | undefined {
  const heard = reports
    .flatMap(([replica, report]) =>
      report && known.has(replica) ? [{ replica, report, at: Date.parse(report.at) }] : [],
    )
    .sort((a, b) => (a.replica < b.replica ? -1 : 1));
  const newest = Math.max(...heard.map(({ at }) => at));
  return heard.find(({ at }) => newest - at <= AS_GOOD_MS)?.report;
}
