import { Stack, Title } from '@mantine/core';
import { useList, useObject } from '../../../api/read/list.ts';
import { useCan } from '../../../api/runtime.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES, type Resource } from '../../../resources/resource-table.ts';
import { ClientSnippets } from '../../../ui/client/client-snippets.tsx';
import { allowedBy, firstAllowed, type AllowedModels } from './first-allowed.ts';
import { snippetsOf } from './snippets.ts';

export interface KeySnippetsProps {
  readonly apiKey: ApiObject;
}

/** A first request with a key, by each of the common clients. */
export function KeySnippets({ apiKey }: KeySnippetsProps) {
  const model = useModelOf(apiKey);
  return (
    <Stack gap="sm" component="section" aria-label="Use the key">
      <Title order={2} size="h4">
        Use the key
      </Title>
      <ClientSnippets snippetsOf={(gateway) => snippetsOf({ gateway, model })} />
    </Stack>
  );
}

/** A model that the key may ask for, as far as its own list, its team's and its organization's say. */
function useModelOf(apiKey: ApiObject): string {
  const team = useAllowed(RESOURCES.team, apiKey['team_id']);
  const organization = useAllowed(RESOURCES.organization, apiKey['organization_id']);
  const own = allowedBy(apiKey);
  const canRead = useCan('models:read');
  const { data } = useList<ApiObject>(
    RESOURCES.model.collection,
    { limit: 100, is_active: true },
    { enabled: canRead },
  );
  const named = own.filter((one) => !one.endsWith('*'));
  const known = [...named, ...(data?.items ?? []).map(({ id }) => id)];
  return firstAllowed(known, [own, team, organization]) ?? known[0] ?? 'gpt-4o-mini';
}

/** The models that the owner of a key allows; nothing where it has none, or is not for the caller to read. */
function useAllowed({ collection, permission }: Resource, id: unknown): AllowedModels {
  const canRead = useCan(`${permission}:read`);
  const isNamed = typeof id === 'string';
  const { data } = useObject<ApiObject>(collection, isNamed ? id : '', {
    enabled: canRead && isNamed,
  });
  return allowedBy(data);
}
