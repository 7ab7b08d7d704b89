import { exactUsd } from '@aicp/contracts/budgets/usd-text';
import { shownUsd } from '@aicp/contracts/budgets/nano-usd';
import type { PriceList } from '@aicp/contracts/prices/price-list';

/** Prices as people read them, one row each: the field of the spec, and USD. */
export function priceRows(list: PriceList): ReadonlyMap<string, string> {
  const { tiers = [], perRequest, perImage, perMinute, perMillionCharacters, ...others } = list;
  const { batchDiscount, ...tokens } = others;
  const rows = [
    ...tokenRows(tokens, ''),
    ...pieceRow('perRequestPrice', perRequest),
    ...pieceRow('perImagePrice', perImage),
    ...pieceRow('perMinutePrice', perMinute),
    ...pieceRow('characterPricePerMillion', perMillionCharacters),
    ...(batchDiscount === undefined
      ? []
      : [['batchDiscountPercent', exactUsd(BigInt(batchDiscount))] as const]),
    ...tiers.flatMap(({ aboveInputTokens, ...own }) =>
      tokenRows(own, ` above ${aboveInputTokens}`),
    ),
  ];
  return new Map(rows);
}

type Row = readonly [field: string, usd: string];

const tokenRows = (prices: Readonly<Record<string, string | undefined>>, suffix: string): Row[] =>
  Object.entries(prices).flatMap(([name, nano]) =>
    nano === undefined ? [] : [[`${name}PricePerMillion${suffix}`, usd(nano)] as const],
  );

const pieceRow = (field: string, nano: string | undefined): Row[] =>
  nano === undefined ? [] : [[field, usd(nano)]];

const usd = (nano: string): string => shownUsd(BigInt(nano));
