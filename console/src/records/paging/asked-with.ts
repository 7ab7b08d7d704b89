import type { ListParams } from '../../api/read/list.ts';
import type { RecordFilter } from '../kit/record-list-props.ts';

/** What the API is asked with for the values of filters: with all words that it has for a choice. */
export function askedWith(
  values: Readonly<Record<string, string>>,
  filters: readonly RecordFilter[],
): ListParams {
  const choices = filters.filter((filter) => filter.kind === 'choice');
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const { options = [] } = choices.find((choice) => choice.name === name) ?? {};
      const also = options.find((option) => option.value === value)?.also;
      return [name, also ? [value, ...also] : value];
    }),
  );
}
