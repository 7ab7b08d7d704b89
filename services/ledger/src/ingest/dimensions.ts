import type { AttemptRecord } from '@aicp/contracts/usage/attempt-record';
import type { UsageSum } from '@aicp/contracts/usage/usage-sum';
import { SOURCE_CODES } from '../database/codes.ts';
import { Interned } from './interned.ts';
import { storedText } from './rows/stored-text.ts';

const text = (name: string) => ({ name, type: 'text' as const });

/** What spend is told apart by: in the order of `dimensionOf`. */
export const dimensions = (): Interned =>
  new Interned({
    table: 'dimension',
    columns: [
      text('organization'),
      text('business_unit'),
      text('team'),
      text('user'),
      text('key'),
      text('model_served'),
      text('provider'),
      text('price_version'),
      { name: 'source', type: 'smallint' },
      text('payer'),
      text('user_from'),
    ],
    most: 50_000,
  });

/** Of usage records too. */
export const dimensionOf = (
  record: Pick<
    UsageSum,
    | 'organization'
    | 'business_unit'
    | 'team'
    | 'user'
    | 'key'
    | 'model_served'
    | 'provider'
    | 'price_version'
    | 'source'
    | 'payer'
    | 'user_from'
  >,
): string[] => [
  storedText(record.organization),
  storedText(record.business_unit),
  storedText(record.team),
  storedText(record.user),
  storedText(record.key),
  storedText(record.model_served),
  storedText(record.provider),
  storedText(record.price_version),
  String(SOURCE_CODES[record.source]),
  ...laterOf(record),
];

/** What is usual is '' at the end, and left out: combinations of before it was told stay what they are. */
function laterOf({ payer, user_from }: Pick<UsageSum, 'payer' | 'user_from'>): string[] {
  const paid = payer === 'platform' ? '' : payer;
  if (user_from !== 'key') return [paid, user_from];
  return paid === '' ? [] : [paid];
}

/** Whom attempts go to: in the order of `targetOf`. */
export const targets = (): Interned =>
  new Interned({
    table: 'target',
    columns: ['organization', 'model', 'provider', 'credential'].map(text),
    most: 20_000,
  });

export const targetOf = (record: AttemptRecord): string[] => [
  storedText(record.organization),
  storedText(record.model),
  storedText(record.provider),
  storedText(record.credential),
];

/** Tags of requests: organization, name, value. */
export const tags = (): Interned =>
  new Interned({
    table: 'tag',
    columns: ['organization', 'name', 'value'].map(text),
    most: 50_000,
  });
