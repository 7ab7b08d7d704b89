import { SimpleGrid, Text } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { countText } from '../../../ui/text/format-number.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { FailoverState } from './failover-state.tsx';
import { observedOf } from './failover.ts';

/** How the gateways stand to a rule: whether requests are moved, how many were, and why last. */
export function FailoverSummary({ object }: { readonly object: ApiObject }) {
  const { since, replicas, requests_moved: moved, last_trigger, last_left } = observedOf(object);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <Figure
          title="State"
          {...(replicas === undefined ? {} : { note: `Gateways that move requests: ${replicas}` })}
        >
          <FailoverState object={object} />
        </Figure>
        <Figure title="Since">
          <Moment at={since} />
        </Figure>
        <Figure title="Requests moved">{moved === undefined ? '–' : countText(moved)}</Figure>
        <Figure title="Source left last">
          <Moment at={last_left} />
        </Figure>
      </SimpleGrid>
      {last_trigger !== undefined && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          Left last for: {last_trigger}
        </Text>
      )}
    </>
  );
}
