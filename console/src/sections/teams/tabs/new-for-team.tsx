import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useKeptSearch } from '../../../address/use-go.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import type { Resource } from '../../../resources/resource-table.ts';
import { useRights } from '../../../resources/use-rights.ts';

export interface NewForTeamProps {
  readonly resource: Pick<Resource, 'page' | 'permission' | 'noun' | 'type'>;
  readonly team: ApiObject;
  /** What the form begins with, besides the organization. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The way to the form for something new of a team, in the team's organization. */
export function NewForTeam({ resource, team, fields }: NewForTeamProps) {
  const canWrite = useRights(resource).create;
  const kept = useKeptSearch();
  if (!canWrite) return null;
  const org = team.organization_id;
  const search = { ...kept, ...fields, ...(typeof org === 'string' && { org }) };
  return (
    <Group>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        renderRoot={(props) => (
          <Link {...props} to={`${resource.page}/_new`} search={search as never} />
        )}
      >
        New {resource.noun}
      </Button>
    </Group>
  );
}
