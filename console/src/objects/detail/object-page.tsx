import { Alert, Badge, Group, Stack, Tabs, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useUser } from '../../api/runtime.tsx';
import { useVersioned, type Versioned } from '../../api/versioned.ts';
import { isMissing } from '../../api/query-client.ts';
import { useSearchParam } from '../../app/search-params.ts';
import { OwnerBadge } from '../../ui/cells/owner-badge.tsx';
import { StateBadge } from '../../ui/cells/state-badge.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { NotFound } from '../../ui/states/not-found.tsx';
import { PageSkeleton } from '../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import type { ApiObject, ObjectDefinition } from '../object-definition.ts';
import { tabsOf, type PartProps } from './object-tabs.tsx';
import { ObjectMenu } from './object-menu.tsx';

/** The page of one object. */
export function ObjectPage({ definition }: { readonly definition: ObjectDefinition }) {
  const { id = '' } = useParams({ strict: false });
  const { collection } = definition.resource;
  const read = useVersioned<ApiObject>(collection, id);
  if (read.isPending) return <PageSkeleton />;
  if (isMissing(read.error))
    return <Gone last={read.data?.object} noun={definition.resource.noun} />;
  if (!read.data) return <ProblemAlert error={read.error} onRetry={() => void read.refetch()} />;
  return <Shown definition={definition} versioned={read.data} />;
}

/** It is not there, or not any more. */
function Gone({ last, noun }: { readonly last: ApiObject | undefined; readonly noun: string }) {
  if (!last) return <NotFound />;
  return (
    <Alert color="yellow" title={`${last.name ?? last.id} was deleted`} role="status">
      This {noun} is not there any more. Somebody deleted it while you were looking at it.
    </Alert>
  );
}

interface ShownProps {
  readonly definition: ObjectDefinition;
  readonly versioned: Versioned<ApiObject>;
}

function Shown({ definition, versioned }: ShownProps) {
  const { object } = versioned;
  const { notice, Summary } = definition;
  return (
    <Stack gap="sm">
      <PageTitle
        title={object.name ?? object.id}
        description={<Facts object={object} />}
        actions={<ObjectMenu definition={definition} versioned={versioned} />}
      />
      {notice !== undefined && (
        <Alert color="yellow" title="Not enforced yet">
          {notice}
        </Alert>
      )}
      {Summary && <Summary object={object} />}
      <ObjectTabs definition={definition} versioned={versioned} />
    </Stack>
  );
}

function Facts({ object }: { readonly object: ApiObject }) {
  return (
    <Group gap="xs" mt={4}>
      <StateBadge object={object} />
      <OwnerBadge object={object} />
      {object.name !== undefined && object.name !== object.id && (
        <Text size="sm" c="dimmed" ff="monospace">
          {object.id}
        </Text>
      )}
    </Group>
  );
}

function ObjectTabs(props: PartProps) {
  const { permissions } = useUser();
  const [tab, setTab] = useSearchParam('tab', 'overview');
  const tabs = tabsOf(props.definition).filter(
    ({ permission }) => permission === undefined || permissions.includes(permission),
  );
  const current = tabs.find(({ id }) => id === tab) ?? tabs[0];
  if (!current) return null;
  const faults = (props.versioned.object.conditions ?? []).filter(isFault).length;
  return (
    <Tabs value={current.id} onChange={(id) => setTab(id ?? undefined)} keepMounted={false}>
      <Tabs.List mb="md">
        {tabs.map(({ id, title }) => (
          <Tabs.Tab
            key={id}
            value={id}
            rightSection={id === 'conditions' && faults > 0 && <Faults count={faults} />}
          >
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={current.id}>
        <current.Content {...props} />
      </Tabs.Panel>
    </Tabs>
  );
}

const isFault = ({ type, status }: { readonly type: string; readonly status: string }): boolean =>
  type === 'Reconciling' || type === 'Stalled' ? status === 'True' : status === 'False';

const Faults = ({ count }: { readonly count: number }) => (
  <Badge size="xs" color="red" variant="light" circle>
    {count}
  </Badge>
);
