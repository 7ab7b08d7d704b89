import type { ApiObject } from '../../../api/api-object.ts';
import type { RecordColumn } from '../../../records/kit/record-list-props.ts';
import { Usd } from '../../../ui/cells/numbers.tsx';
import { pricesOf } from './effective-prices.ts';

const priceColumn = (
  field: 'input_price_per_million' | 'output_price_per_million',
  title: string,
): RecordColumn<ApiObject> => ({
  // What is shown may come from a price catalog, which the API does not sort by.
  ...{ field, title, isNumber: true },
  cell: (object) => {
    const own = object[field];
    return <Usd value={pricesOf(object)?.[field] ?? (typeof own === 'number' ? own : undefined)} />;
  },
});

/** What a million tokens of input cost now, wherever the price comes from. */
export const inputPriceColumn = priceColumn('input_price_per_million', 'Input / 1M');

/** What a million tokens of output cost now. */
export const outputPriceColumn = priceColumn('output_price_per_million', 'Output / 1M');
