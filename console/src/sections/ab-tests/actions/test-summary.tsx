import { Group, Text } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { countText } from '../../../ui/text/format-number.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { TestStatus } from './test-status.tsx';

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

const { collection: MODELS } = RESOURCES.model;

/** What state a test is in, of which models, and since when. */
export function TestSummary({ object }: { readonly object: ApiObject }) {
  const { base_model, variant_model, traffic_split_percent: share, started_at } = object;
  const started = textOf(started_at);
  return (
    <Group gap="xs">
      <TestStatus object={object} />
      <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
        {typeof share === 'number' && `${countText(share)}% of `}
        <ObjectLink collection={MODELS} id={textOf(base_model)} /> to{' '}
        <ObjectLink collection={MODELS} id={textOf(variant_model)} />
        {started !== undefined && (
          <>
            , started <Moment at={started} />
          </>
        )}
      </Text>
    </Group>
  );
}
