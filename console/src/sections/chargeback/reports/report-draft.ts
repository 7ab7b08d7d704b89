/** What somebody chose in the report builder. */
export interface ReportDraft {
  readonly kind: 'month' | 'days';
  /** `2026-02`. */
  readonly month: string;
  /** `2026-02-01`, both within the period. */
  readonly first: string;
  readonly last: string;
  readonly name: string;
  /** Empty: the whole platform, or one's own organization. */
  readonly organization: string;
}

/** Why a report can't be made of a draft; undefined where it can. */
export function problemOf({ kind, month, first, last }: ReportDraft): string | undefined {
  if (kind === 'month') return month === '' ? 'Choose a month.' : undefined;
  if (first === '' || last === '') return 'Choose the first and the last day.';
  return last < first ? 'The last day is before the first.' : undefined;
}

/** What is sent to have the report made. */
export function bodyOf(draft: ReportDraft): Readonly<Record<string, string>> {
  const { kind, month, first, last, organization } = draft;
  const name = draft.name.trim();
  return {
    ...(kind === 'month' ? { period: month } : { period_start: first, period_end: last }),
    ...(name !== '' && { name }),
    ...(organization !== '' && { organization_id: organization }),
  };
}
