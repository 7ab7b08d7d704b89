import { Badge, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useUser } from '../../../api/runtime.tsx';
import { useRights } from '../../../resources/use-rights.ts';
import { useSearchParam } from '../../../address/search-params.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import type { ObjectDefinition } from '../../kit/object-definition.ts';
import { useRelations } from '../relations/use-relations.ts';
import type { Rollout } from '../rollout/rollout-text.ts';
import { partsOf } from './object-parts.tsx';

export interface ObjectTabsProps {
  readonly definition: ObjectDefinition;
  readonly object: ApiObject;
  readonly rollout: Rollout | null | undefined;
}

/** The parts of an object's page; which one is open stands in the address. What was typed in one stays while another is looked at. */
export function ObjectTabs({ definition, object, rollout }: ObjectTabsProps) {
  const { permissions } = useUser();
  const { data: relations } = useRelations(definition.resource.collection, object.id);
  const rights = useRights(definition.resource);
  const parts = partsOf({ definition, object, rollout, relations, rights }).filter(
    ({ permission }) => permission === undefined || permissions.includes(permission),
  );
  const [wanted, setTab] = useSearchParam('tab', 'overview');
  const current = parts.some(({ id }) => id === wanted) ? wanted : 'overview';
  const [visited, setVisited] = useState<readonly string[]>([]);
  if (!visited.includes(current)) setVisited([...visited, current]);
  return (
    <Tabs
      value={current}
      onChange={(id) => setTab(id ?? undefined)}
      keepMounted={false}
      keepMountedMode="display-none"
      activateTabWithKeyboard={false}
    >
      <Tabs.List mb="md">
        {parts.map(({ id, title, faults = 0 }) => (
          <Tabs.Tab key={id} value={id} rightSection={faults > 0 && <Faults count={faults} />}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map(({ id, content, keepsText }) => (
        <Tabs.Panel key={id} value={id} keepMounted={keepsText === true}>
          {visited.includes(id) && content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Faults({ count }: { readonly count: number }) {
  return (
    <Badge size="sm" color="red" variant="light">
      {count}
      <span className="visually-hidden"> that need attention</span>
    </Badge>
  );
}
