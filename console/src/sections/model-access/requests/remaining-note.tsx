import { Alert, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ApiObject } from '../../../api/api-object.ts';
import { useList, useObject } from '../../../api/read/list.ts';
import { useCan } from '../../../api/runtime.tsx';
import { RESOURCES, type Resource } from '../../../resources/resource-table.ts';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { LIST_CHANGERS } from '../../../ui/refusal/list-changers.ts';
import { listOf, remainingLists, type RemainingList } from './remaining-lists.ts';

/** Whose access is looked at; undefined: none of them. */
export interface Holders {
  readonly team?: string | null | undefined;
  readonly apiKey?: string | null | undefined;
  readonly organization?: string | null | undefined;
}

/** So many models are looked at. */
const MOST_MODELS = 500;

/** Which lists of models keep models of a tier closed, whatever access is granted, and who changes them. */
export function RemainingNote({
  tier,
  holders,
}: {
  readonly tier: string;
  readonly holders: Holders;
}) {
  const lists = useRemaining(tier, holders);
  if (lists.length === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconInfoCircle size={18} aria-hidden />}
      title="The access alone does not open all models of this tier"
    >
      {lists.map(({ holder, id, leftOut }) => (
        <Text key={holder} size="sm" style={{ overflowWrap: 'anywhere' }}>
          The allowed models of {NOUNS[holder]}{' '}
          <ObjectLink collection={KINDS[holder].collection} id={id} /> leave out{' '}
          {leftOut.join(', ')}. {LIST_CHANGERS[holder]}
        </Text>
      ))}
    </Alert>
  );
}

const NOUNS = { key: 'the API key', team: 'the team', organization: 'the organization' } as const;
const KINDS = {
  key: RESOURCES.apiKey,
  team: RESOURCES.team,
  organization: RESOURCES.organization,
} as const;

function useRemaining(tierId: string, { team, apiKey, organization }: Holders): RemainingList[] {
  const tier = useHeld(RESOURCES.accessTier, tierId);
  const key = useHeld(RESOURCES.apiKey, apiKey);
  const teamOfKey = key?.['team_id'];
  const lists = [
    ...listOf('key', key),
    ...listOf(
      'team',
      useHeld(RESOURCES.team, team ?? (typeof teamOfKey === 'string' ? teamOfKey : null)),
    ),
    ...listOf('organization', useHeld(RESOURCES.organization, organization)),
  ];
  const canRead = useCan(`${RESOURCES.model.permission}:read`);
  const enabled = canRead && lists.length > 0;
  const models = useList<ApiObject>(
    RESOURCES.model.collection,
    { limit: MOST_MODELS },
    { enabled },
  );
  return tier && models.data ? remainingLists(tier, models.data.items, lists) : [];
}

/** An object, where there is one and the caller may read it. */
function useHeld(
  { collection, permission }: Resource,
  id: string | null | undefined,
): ApiObject | undefined {
  const enabled = useCan(`${permission}:read`) && typeof id === 'string' && id !== '';
  return useObject<ApiObject>(collection, id ?? '', { enabled }).data;
}
