import { Anchor, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParam } from '../../../address/search-params.ts';
import { countText } from '../../../ui/text/format-number.ts';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { useAllPolicies, type AllPolicies } from './all-policies.ts';
import { evaluationOrder, ownerOf } from './evaluation-order.ts';
import { PolicyTable } from './policy-table.tsx';

export interface OrderViewProps {
  /** What is shown where there are no policies. */
  readonly empty: ReactNode;
}

/** Policies in the order in which a gateway reads them. */
export function OrderView({ empty }: OrderViewProps) {
  const all = useAllPolicies();
  if (all.isPending) return <PageSkeleton />;
  if (!all.data) return <ProblemAlert error={all.error} onRetry={() => void all.refetch()} />;
  if (all.data.total === 0) return empty;
  return (
    <Stack>
      {all.isError && <ProblemAlert error={all.error} onRetry={() => void all.refetch()} />}
      <InOrder all={all.data} />
    </Stack>
  );
}

function InOrder({ all: { policies, total } }: { readonly all: AllPolicies }) {
  const [organization] = useSearchParam('org');
  const [, setView] = useSearchParam('view');
  const { scopes, others, off } = evaluationOrder(
    policies.filter((policy) => organization === '' || isReadFor(ownerOf(policy), organization)),
  );
  return (
    <>
      <Text size="sm" c="dimmed">
        Of each owner, the first rule that permits or prefers and matches decides. Every rule that
        denies and matches counts, wherever it stands.
      </Text>
      {total > policies.length && (
        <Text size="sm">
          The {countText(policies.length)} with the highest priority of {countText(total)}.{' '}
          <Anchor component="button" inherit onClick={() => setView('list')}>
            Search all of them in the list
          </Anchor>
        </Text>
      )}
      {scopes.map(({ organization: owner, rules }) => (
        <Part
          key={owner ?? ''}
          title={
            owner === undefined ? 'Policies of the platform, read first' : `Policies of ${owner}`
          }
        >
          <PolicyTable label={owner ?? 'Of the platform'} policies={rules} isOrdered />
        </Part>
      ))}
      {others.length > 0 && (
        <Part title="Groups, fallbacks and strategies">
          <PolicyTable
            label="Groups, fallbacks and strategies"
            policies={others}
            isOrdered={false}
          />
        </Part>
      )}
      {off.length > 0 && (
        <Part title="Switched off: not read">
          <PolicyTable label="Switched off" policies={off} isOrdered={false} />
        </Part>
      )}
    </>
  );
}

/** To an organization's requests, the platform's policies count as well. */
const isReadFor = (owner: string | undefined, organization: string): boolean =>
  owner === undefined || owner === organization;

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section>
    <Title order={2} size="h5" mb="xs">
      {title}
    </Title>
    {children}
  </section>
);
