/** What is counted of a subject. */
export type Measure =
  | 'requests'
  | 'requests-day'
  | 'tokens'
  | 'tokens-day'
  | 'concurrent'
  /** Requests in any so many seconds. */
  | `burst-${number}`;

/** Who set a limit. */
export type LimitSource =
  | { readonly kind: 'policy'; readonly name: string }
  /** `rpm_limit` or `tpm_limit` of the key. */
  | { readonly kind: 'key' }
  /** The same of its team. */
  | { readonly kind: 'team'; readonly name: string }
  /** `global_rpm_limit` of the ControlPlane. */
  | { readonly kind: 'settings' }
  /** What is called: a tool or an agent, by the name that records have for it. */
  | { readonly kind: 'target'; readonly name: string };

/** So much of a measure is for one subject. */
export interface Limit {
  /** Whose requests are counted together, such as `team/acme/ml`. What is counted does not depend on who limits it. */
  readonly subject: string;
  readonly measure: Measure;
  /** Of subject and measure. Two limits with the same counter count the same requests. */
  readonly counter: string;
  readonly limit: number;
  readonly source: LimitSource;
}

/** Whether tokens are counted, else it is requests. */
export const isOfTokens = ({ measure }: Pick<Limit, 'measure'>): boolean =>
  measure === 'tokens' || measure === 'tokens-day';

/** Whether requests of several organizations count together there. */
export const isSharedByAll = ({ subject }: Pick<Limit, 'subject'>): boolean =>
  subject === 'global' || subject.startsWith('model/');

/** Of several limits on the same counter, the tightest; of equal ones, the first. */
export function tightest(limits: readonly Limit[]): readonly Limit[] {
  const byCounter = new Map<string, Limit>();
  for (const limit of limits) {
    const { counter } = limit;
    const known = byCounter.get(counter);
    if (!known || limit.limit < known.limit) byCounter.set(counter, limit);
  }
  return [...byCounter.values()];
}

/** What a policy, a key, a team or the settings allow; what is absent is not limited. `rpm` and `tpm` are requests and tokens a minute, `rpd` and `tpd` a day. */
export interface Pace {
  readonly rpm?: number | undefined;
  readonly tpm?: number | undefined;
  readonly rpd?: number | undefined;
  readonly tpd?: number | undefined;
  readonly concurrent?: number | undefined;
  readonly burst?: { readonly requests: number; readonly seconds: number } | undefined;
}

/** The limits that a pace sets for a subject. */
export function limitsOf(pace: Pace, subject: string, source: LimitSource): Limit[] {
  const { rpm, tpm, rpd, tpd, concurrent, burst } = pace;
  const stated: readonly (readonly [Measure, number | undefined])[] = [
    ['requests', rpm],
    ['requests-day', rpd],
    ['tokens', tpm],
    ['tokens-day', tpd],
    ['concurrent', concurrent],
    [`burst-${burst?.seconds ?? 0}`, burst?.requests],
  ];
  return stated.flatMap(([measure, limit]) =>
    limit === undefined
      ? []
      : [{ subject, measure, counter: `${subject}:${measure}`, limit, source }],
  );
}
