import { Group, Stack, Text } from '@mantine/core';
import { OwnerBadge } from '../../../ui/cells/owner-badge.tsx';
import { StateBadge } from '../../../ui/cells/state-badge.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import type { ObjectDefinition } from '../../kit/object-definition.ts';
import { RolloutLine } from '../rollout/rollout-line.tsx';
import type { Rollout } from '../rollout/rollout-text.ts';
import { ObjectMenu } from './object-menu.tsx';

export interface ObjectHeadProps {
  readonly definition: ObjectDefinition;
  readonly object: ApiObject;
  readonly rollout: Rollout | null | undefined;
  readonly isDeleted: boolean;
}

/** An object's name, its state, its owner, and what can be done with it. */
export function ObjectHead({ definition, object, rollout, isDeleted }: ObjectHeadProps) {
  const { Actions, Marks } = definition;
  return (
    <PageTitle
      title={object.name ?? object.id}
      description={
        <Stack gap={6} mt={4}>
          <Group gap="xs">
            {!isDeleted && <StateBadge object={object} />}
            <OwnerBadge object={object} />
            {Marks && !isDeleted && <Marks object={object} />}
            {object.name !== undefined && object.name !== object.id && (
              <Text size="sm" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                {object.id}
              </Text>
            )}
          </Group>
          {!isDeleted && <RolloutLine rollout={rollout} />}
        </Stack>
      }
      actions={
        <>
          {Actions && !isDeleted && <Actions object={object} />}
          <ObjectMenu definition={definition} object={object} isDeleted={isDeleted} />
        </>
      }
    />
  );
}
