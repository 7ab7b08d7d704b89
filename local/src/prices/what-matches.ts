import { isVendor } from '@aicp/contracts/prices/layers/bundled-prices';
import { PROVIDER_TYPES } from '@aicp/crds/kit/provider-types';
import type { WrittenEntry } from './litellm-prices.ts';

/** Which Providers entries price, for people: a line for each that they name. */
export const whatMatches = (entries: readonly WrittenEntry[]): readonly string[] =>
  [...Map.groupBy(entries, ({ provider }) => provider)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([provider, { length }]) => {
      const matched = [
        'the Provider of that name',
        ...(isType(provider) ? ['those of that type'] : []),
        ...(isVendor(provider) ? ['those whose baseUrl is that vendor’s'] : []),
      ];
      const alone = matched.length === 1 ? ' alone' : '';
      const many = length === 1 ? '1 entry, which prices' : `${length} entries, which price`;
      return `${provider}: ${many} ${inWords(matched)}${alone}`;
    });

const isType = (name: string): boolean => (PROVIDER_TYPES as readonly string[]).includes(name);

const inWords = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(', '), parts.at(-1)].filter((part) => part !== '').join(' and ');
