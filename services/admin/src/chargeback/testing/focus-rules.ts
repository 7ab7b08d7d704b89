/**
 * The published rules of the columns of FOCUS 1.2 and 1.3, as far as they concern a dataset of usage without commitments, capacity and taxes: which columns there
 * must be, of which type and format their values are, which values are allowed, and where null is.
 */
interface ColumnRule {
  readonly type: 'decimal' | 'string' | 'date-time' | 'json';
  readonly isMandatory?: true;
  /** From this version on. */
  readonly since?: '1.3';
  readonly allowed?: readonly string[];
  /** Whether the column is null in a row, must not be, or may be (undefined). */
  readonly isNull?: (row: FocusRow) => boolean | undefined;
}

export type FocusRow = Readonly<Record<string, string | null>>;

const never = (): boolean => false;
const mandatory = { isMandatory: true, isNull: never } as const;
const isCorrection = (row: FocusRow): boolean => row['ChargeClass'] === 'Correction';
const isSplit = (row: FocusRow): boolean => row['AllocatedMethodId'] !== null;
const withCharge = (row: FocusRow): boolean | undefined => (isCorrection(row) ? undefined : false);
const withSku = (row: FocusRow): boolean | undefined => (row['SkuId'] === null ? true : undefined);

export const FOCUS_RULES: Readonly<Record<string, ColumnRule>> = {
  AllocatedMethodDetails: { type: 'json', since: '1.3', isNull: (row) => !isSplit(row) },
  AllocatedMethodId: { type: 'string', since: '1.3' },
  AllocatedResourceId: {
    type: 'string',
    since: '1.3',
    isNull: (row) => (isSplit(row) ? undefined : true),
  },
  AllocatedResourceName: {
    type: 'string',
    since: '1.3',
    isNull: (row) => row['AllocatedResourceId'] === null,
  },
  AllocatedTags: { type: 'json', since: '1.3', isNull: (row) => (isSplit(row) ? undefined : true) },
  BilledCost: { type: 'decimal', ...mandatory },
  BillingAccountId: { type: 'string', ...mandatory },
  BillingAccountName: { type: 'string', isMandatory: true },
  BillingAccountType: { type: 'string', isNull: never },
  BillingCurrency: { type: 'string', allowed: ['USD'], ...mandatory },
  BillingPeriodEnd: { type: 'date-time', ...mandatory },
  BillingPeriodStart: { type: 'date-time', ...mandatory },
  ChargeCategory: {
    type: 'string',
    allowed: ['Usage', 'Purchase', 'Tax', 'Credit', 'Adjustment'],
    ...mandatory,
  },
  ChargeClass: { type: 'string', isMandatory: true, allowed: ['Correction'] },
  ChargeDescription: { type: 'string', isMandatory: true },
  ChargeFrequency: {
    type: 'string',
    allowed: ['One-Time', 'Recurring', 'Usage-Based'],
    isNull: never,
  },
  ChargePeriodEnd: { type: 'date-time', ...mandatory },
  ChargePeriodStart: { type: 'date-time', ...mandatory },
  ConsumedQuantity: { type: 'decimal', isNull: withCharge },
  ConsumedUnit: { type: 'string', isNull: (row) => row['ConsumedQuantity'] === null },
  ContractedCost: { type: 'decimal', ...mandatory },
  EffectiveCost: { type: 'decimal', ...mandatory },
  HostProviderName: { type: 'string', since: '1.3', ...mandatory },
  InvoiceIssuerName: { type: 'string', ...mandatory },
  ListCost: { type: 'decimal', ...mandatory },
  PricingQuantity: { type: 'decimal', isMandatory: true, isNull: withCharge },
  PricingUnit: {
    type: 'string',
    isMandatory: true,
    isNull: (row) => row['PricingQuantity'] === null,
  },
  ProviderName: { type: 'string', ...mandatory },
  PublisherName: { type: 'string', ...mandatory },
  ResourceId: { type: 'string' },
  ResourceName: { type: 'string', isNull: (row) => row['ResourceId'] === null },
  ResourceType: { type: 'string', isNull: (row) => row['ResourceId'] === null },
  ServiceCategory: {
    type: 'string',
    allowed: ['AI and Machine Learning', 'Analytics', 'Compute', 'Other'],
    ...mandatory,
  },
  ServiceName: { type: 'string', ...mandatory },
  ServiceProviderName: { type: 'string', since: '1.3', ...mandatory },
  ServiceSubcategory: { type: 'string', allowed: ['Generative AI'], isNull: never },
  SkuId: { type: 'string' },
  SkuMeter: { type: 'string', isNull: withSku },
  SubAccountId: { type: 'string' },
  SubAccountName: { type: 'string', isNull: (row) => row['SubAccountId'] === null },
  SubAccountType: { type: 'string', isNull: (row) => row['SubAccountId'] === null },
  Tags: { type: 'json' },
};

const FORMATS: Readonly<Record<ColumnRule['type'], (value: string) => boolean>> = {
  // Plain decimals: no exponent, no grouping.
  decimal: (value) => /^-?[0-9]+(\.[0-9]+)?$/.test(value),
  string: (value) => value.trim() !== '',
  'date-time': (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value),
  json: isObject,
};

function isObject(value: string): boolean {
  const read: unknown = JSON.parse(value);
  return typeof read === 'object' && read !== null && !Array.isArray(read);
}

/** What is wrong with a dataset, as sentences; nothing, if nothing is. */
export function focusFaults(rows: readonly FocusRow[], version: '1.2' | '1.3'): string[] {
  const known = Object.entries(FOCUS_RULES).filter(
    ([, { since }]) => since === undefined || version === since,
  );
  const names = new Set(known.map(([name]) => name));
  return rows.flatMap((row, index) =>
    [
      ...known.flatMap(([name, rule]) => faultsOf(row, name, rule)),
      ...Object.keys(row)
        .filter((name) => !names.has(name) && !name.startsWith('x_'))
        .map((name) => `${name} is no column of FOCUS ${version}`),
      ...periodFaults(row),
    ].map((fault) => `row ${index}: ${fault}`),
  );
}

function faultsOf(row: FocusRow, name: string, rule: ColumnRule): string[] {
  const value = row[name];
  if (value === undefined) return rule.isMandatory ? [`${name} is missing`] : [];
  const isNull = value === null;
  const wanted = rule.isNull?.(row) ?? isNull;
  if (wanted !== isNull) return [`${name} must ${wanted ? '' : 'not '}be null`];
  return isNull ? [] : valueFaults(name, value, rule);
}

function valueFaults(name: string, value: string, { type, allowed }: ColumnRule): string[] {
  if (!FORMATS[type](value)) return [`${name} is no ${type}: ${value}`];
  return (allowed?.includes(value) ?? true) ? [] : [`${name} may not be ${value}`];
}

/** Ends are exclusive, so that they come after starts; a charge lies in its billing period. */
function periodFaults(row: FocusRow): string[] {
  const order = ['BillingPeriodStart', 'ChargePeriodStart', 'ChargePeriodEnd', 'BillingPeriodEnd'];
  const [billed, start, end, closed] = order.map((name) => Date.parse(row[name] ?? '')) as [
    number,
    number,
    number,
    number,
  ];
  const isRight = billed <= start && start < end && end <= closed;
  return isRight ? [] : ['its periods do not follow from one another'];
}
