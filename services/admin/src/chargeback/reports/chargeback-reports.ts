import type { Principal } from '@aicp/api-kit/access/principal';
import { Problem } from '@aicp/common/errors/problem';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import type { Period } from '@aicp/contracts/spend/money-window';
import type { Clock } from '@aicp/common/time/clock';
import { sha256 } from '@aicp/contracts/snapshot/digest';
import { organization } from '@aicp/crds/organization';
import type { ObjectStore } from '../../resources/store.ts';
import type { WriteContext } from '../../resources/write-hooks.ts';
import { requireLedger, type SpendLedger } from '../../spend/ledger/require-ledger.ts';
import { organizationReach } from '../../spend/ledger/spend-reach.ts';
import { organizationFrom } from '../../spend/ledger/usage-scope.ts';
import { timeZoneOf } from '../../spend/ledger/time-zone-of.ts';
import { allocate, type Allocated } from '../allocation/allocate.ts';
import { accountNames, namesOf, type AccountNames } from './account-names.ts';
import type { ReportRow } from './chargeback-tables.ts';
import type { GenerateBody } from './generate-body.ts';
import {
  bookedBy,
  contentText,
  differenceOf,
  iso,
  toContent,
  totalsOf,
  type ReportContent,
  type ReportTerms,
} from './report-content.ts';
import { monthOf, periodBetween } from './report-period.ts';
import { listReports, type ListedReports } from './report-listing.ts';
import type { ReportFilter, ReportPage, ReportReach, ReportStore } from './report-store.ts';
import type { RulesInForce } from './rules-in-force.ts';
import { spendOf, type Spend } from './spend-of.ts';

export interface ChargebackOptions {
  readonly store: ObjectStore;
  readonly reports: ReportStore;
  readonly rules: Pick<RulesInForce, 'of'>;
  /** Absent in an installation without a budget service. */
  readonly ledger: SpendLedger | undefined;
  readonly clock: Clock;
}

/** A report, and what is in it. */
export interface FullReport {
  readonly row: ReportRow;
  readonly content: ReportContent;
}

/** With what its accounts are called. */
export interface ExportedReport extends FullReport {
  readonly names: AccountNames;
}

/** Chargeback reports: draft → finalized → exported. Every method rejects with a Problem where the caller is to know. */
export class ChargebackReports {
  private readonly options: ChargebackOptions;

  constructor(options: ChargebackOptions) {
    this.options = options;
  }

  /** A draft of a period's spend; of a period that is finalized already, of what has changed since. */
  async generate(context: WriteContext, body: GenerateBody): Promise<FullReport> {
    const { reports, clock } = this.options;
    const place = this.placeOf(context.principal, body);
    const finalized = (await reports.finalizedIn(place)).filter((row) => isSamePeriod(row, place));
    const nowMs = clock.now();
    const names = accountNames(this.options.store, { created_at: new Date(nowMs) });
    const content = await this.contentFor(place, { finalized, names });
    const text = contentText(content);
    const totals = totalsOf(content);
    const row: ReportRow = {
      ...place,
      id: uuidV7(nowMs),
      created_at: new Date(nowMs),
      created_by: context.principal.subject,
      time_zone: content.time_zone,
      status: 'draft',
      restates: finalized[0]?.id ?? null,
      total_cents: String(totals.totalCents),
      allocated_cents: String(totals.allocatedCents),
      total_nano: String(totals.totalNano),
      line_items: content.line_items.length,
      digest: sha256(text),
      finalized_by: null,
      finalized_at: null,
      exported_at: null,
    };
    if (!context.dryRun) await reports.insert(row, content, context);
    return { row, content };
  }

  /** 404 for what the caller may not see. */
  async get(principal: Principal, id: string): Promise<FullReport> {
    const row = await this.find(principal, id);
    return { row, content: await this.options.reports.contentOf(row.id) };
  }

  async list(principal: Principal, filter: ReportFilter, page: ReportPage): Promise<ListedReports> {
    return await listReports(this.options.reports, { reach: reachOf(principal), filter, page });
  }

  async remove(context: WriteContext, id: string): Promise<void> {
    const row = await this.find(context.principal, id);
    if (row.status !== 'draft') throw notADraft(row, 'deleted');
    if (context.dryRun) return;
    if (!(await this.options.reports.removeDraft(row, context))) throw notADraft(row, 'deleted');
  }

  async finalize(context: WriteContext, id: string): Promise<FullReport> {
    const { reports, clock } = this.options;
    const { row, content } = await this.get(context.principal, id);
    if (row.status !== 'draft') throw notADraft(row, 'finalized');
    const nowMs = clock.now();
    requireWholePeriod(row, nowMs);
    const check = (others: readonly ReportRow[]): void => {
      requireNothingBetween(row, content, others);
    };
    const change = { finalized_by: context.principal.subject, finalized_at: new Date(nowMs) };
    if (context.dryRun) {
      check(await reports.finalizedIn(row));
      return { row: { ...row, ...change, status: 'finalized' }, content };
    }
    const after = await reports.finalize(row, change, { context, check });
    if (!after) throw notADraft(row, 'finalized');
    return { row: after, content };
  }

  /** Notes that it is exported. A draft stays one. */
  async export(context: WriteContext, id: string, as: string): Promise<ExportedReport> {
    const { reports, clock, store } = this.options;
    const report = await this.get(context.principal, id);
    await reports.noteExport(report.row, { at: new Date(clock.now()), as }, context);
    return { ...report, names: namesOf(report.content, () => accountNames(store, report.row)) };
  }

  private async contentFor(
    place: Place,
    { finalized, names }: { finalized: readonly ReportRow[]; names: AccountNames },
  ): Promise<ReportContent> {
    const { store, reports, rules } = this.options;
    const owner = place.organization_id ?? undefined;
    const booked = await Promise.all(finalized.map(({ id }) => reports.contentOf(id)));
    const [first] = booked;
    const spend = await this.spendOf(place);
    // What is restated goes by the rules of then: it is for records that came late, and never books anew what was booked.
    const { rules: inForce, notInForce } = first
      ? { rules: first.rules, notInForce: first.rules_not_in_force ?? [] }
      : await rules.of(owner, store);
    const terms: ReportTerms = {
      organization: owner,
      period: { startsMs: place.period_start.getTime(), endsMs: place.period_end.getTime() },
      timeZone: first?.time_zone ?? timeZoneOf(store),
      rules: inForce,
      notInForce,
      priceVersions: spend.priceVersions,
      restates: finalized.map(({ id }) => id),
      names,
    };
    const parts = allocate(
      spend.cells,
      inForce,
      notInForce.map((rule) => rule.organization),
    );
    if (!first) return toContent(terms, parts);
    const changed = differenceOf(parts, bookedBy(booked));
    requireChange(changed, finalized);
    return toContent(terms, changed);
  }

  private async spendOf({
    organization_id: owner,
    period_start: start,
    period_end: end,
  }: Place): Promise<Spend> {
    const { ledger, store } = this.options;
    const created = owner === null ? undefined : createdAt(store, owner);
    return await spendOf(requireLedger(ledger), {
      organization: owner ?? undefined,
      period: { startsMs: start.getTime(), endsMs: end.getTime() },
      since: created,
    });
  }

  private async find(principal: Principal, id: string): Promise<ReportRow> {
    const row = await this.options.reports.find(id, reachOf(principal));
    if (row) return row;
    throw new Problem(404, `There is no chargeback report "${id}".`);
  }

  private placeOf(principal: Principal, body: GenerateBody): Place {
    const { store } = this.options;
    const asked = organizationReach(principal, 'chargeback:write', body.organization_id);
    const { startsMs, endsMs } = periodOf(body, timeZoneOf(store));
    return {
      name: body.name ?? `Chargeback ${'period' in body ? body.period : spanOf(body)}`,
      ...this.ownerOf(asked),
      period_start: new Date(startsMs),
      period_end: new Date(endsMs),
    };
  }

  private ownerOf(id: string | undefined): Pick<Place, 'organization_id' | 'organization_uid'> {
    if (id === undefined) return { organization_id: null, organization_uid: null };
    const found = this.options.store.find(organization, id);
    if (!found) throw new Problem(404, `There is no organization "${id}".`);
    const { name, uid = null } = found.metadata;
    return { organization_id: name, organization_uid: uid };
  }
}

type Place = Pick<
  ReportRow,
  'name' | 'organization_id' | 'organization_uid' | 'period_start' | 'period_end'
>;

type Span = Extract<GenerateBody, { period_start: string }>;

const periodOf = (body: GenerateBody, zone: string): Period =>
  'period' in body
    ? monthOf(body.period, zone)
    : periodBetween(body.period_start, body.period_end, zone);

const spanOf = ({ period_start: start, period_end: end }: Span): string => `${start} to ${end}`;

const isSamePeriod = (
  row: Pick<ReportRow, 'period_start' | 'period_end'>,
  { period_start: start, period_end: end }: Pick<ReportRow, 'period_start' | 'period_end'>,
): boolean =>
  row.period_start.getTime() === start.getTime() && row.period_end.getTime() === end.getTime();

/** Whose reports somebody may read, who may read any. */
function reachOf(principal: Principal): ReportReach {
  const owner = organizationReach(principal, 'chargeback:read', undefined);
  if (owner === undefined) return {};
  return { organizationId: owner, organizationUid: principal.organizationUid };
}

/** When an organization was made: what one of the same name spent before is not its own. */
function createdAt(store: ObjectStore, name: string): number | undefined {
  const time = store.find(organization, name)?.metadata.creationTimestamp;
  return time === undefined ? undefined : organizationFrom(time);
}

/** What is booked is all that was spent in the period: it is over, and was when the report was made. */
function requireWholePeriod({ period_end: end, created_at: made }: ReportRow, nowMs: number): void {
  const text = end.toISOString();
  if (end.getTime() > nowMs) {
    throw new Problem(
      409,
      `The period of this report ends at ${text}: generate and finalize it after that.`,
    );
  }
  if (end.getTime() <= made.getTime()) return;
  throw new Problem(
    409,
    `Make the report anew: it was made before its period ended at ${text}, and lacks what was spent after that.`,
  );
}

/** Money is booked once: finalized reports of one owner have no moment in common, but for those that add what has changed. */
function requireNothingBetween(
  row: ReportRow,
  { restates }: ReportContent,
  others: readonly ReportRow[],
): void {
  const other = others.find((one) => !isSamePeriod(one, row));
  if (other) {
    throw new Problem(
      409,
      `"${other.name}" (${other.id}) is finalized and books ${iso(other.period_start.getTime())} to ${iso(other.period_end.getTime())}, a part of this period: choose periods that do not overlap.`,
    );
  }
  const ids = others.map(({ id }) => id);
  if (ids.join() === restates.join()) return;
  throw new Problem(
    409,
    `This period was finalized by ${ids.at(-1) ?? 'another report'} after this draft was made: delete the draft and generate it again, as the difference.`,
  );
}

function requireChange(changed: readonly Allocated[], finalized: readonly ReportRow[]): void {
  if (changed.length > 0) return;
  throw new Problem(
    409,
    `Nothing has changed since this period was finalized: ${finalized.map(({ id }) => id).join(', ')} books all that there is.`,
  );
}

const notADraft = ({ status }: ReportRow, change: 'deleted' | 'finalized'): Problem =>
  new Problem(409, `This report is ${status}. Only a draft can be ${change}.`);
