import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FIRST_PAGE, useSetSearchParams } from '../../address/search-params.ts';
import { PRESETS, WIDEST_PRESET } from '../../shell/time-range/time-range.ts';
import type { Records } from './use-records.ts';

export interface NothingLeftProps<T> {
  readonly nouns: string;
  readonly records: Records<T>;
  /** What such records are, where it is the time alone that leaves none. */
  readonly empty: ReactNode;
}

/** What stands in place of rows where a search, filters, an organization or a time leave none: what narrows the list, and the ways out of it. */
export function NothingLeft<T>({ nouns, records, empty }: NothingLeftProps<T>) {
  const { isNarrowed, limits, clear } = records;
  const set = useSetSearchParams();
  const { organization, time } = limits;
  const widen = () =>
    set({ range: WIDEST_PRESET, since: undefined, until: undefined, ...FIRST_PAGE });
  // Where the time alone leaves none, the note says what would stand here.
  const isTold = !isNarrowed && organization === undefined;
  return (
    <Stack gap="xs">
      {isTold && empty}
      <Paper withBorder={!isTold} p={isTold ? 0 : 'xl'}>
        <Stack align="center" gap="xs">
          {!isTold && (
            <Text size="sm" ta="center">
              {sentence({ nouns, isNarrowed, organization, time: time?.label })}
            </Text>
          )}
          <Group gap="xs" justify="center">
            {isNarrowed && (
              <Button size="xs" variant="default" onClick={clear}>
                Clear search and filters
              </Button>
            )}
            {organization !== undefined && (
              <Button
                size="xs"
                variant="default"
                onClick={() => set({ org: undefined, ...FIRST_PAGE })}
              >
                Show all organizations
              </Button>
            )}
            {time && time.preset !== WIDEST_PRESET && (
              <Button size="xs" variant="default" onClick={widen}>
                Show the {PRESETS[WIDEST_PRESET].label.toLowerCase()}
              </Button>
            )}
          </Group>
        </Stack>
      </Paper>
    </Stack>
  );
}

interface Narrowing {
  readonly nouns: string;
  readonly isNarrowed: boolean;
  readonly organization: string | undefined;
  /** "Last 24 hours". */
  readonly time: string | undefined;
}

/** Why a list is empty: "No teams of acme match this search and these filters." */
export function sentence({ nouns, isNarrowed, organization, time }: Narrowing): string {
  const of = organization === undefined ? '' : ` of ${organization}`;
  const within = time === undefined ? '' : ` in this time (${time})`;
  const matching = isNarrowed ? ' match this search and these filters' : '';
  if (isNarrowed) return `No ${nouns}${of}${within}${matching}.`;
  return `There are no ${nouns}${of}${within}.`;
}
