import { Group, Loader, Text } from '@mantine/core';
import { isUnderWay, rolloutText, type Rollout } from './rollout-text.ts';

/** Under the object's title, while a change is on its way: how far it has come. */
export function RolloutLine({ rollout }: { readonly rollout: Rollout | null | undefined }) {
  const isShown = rollout !== null && rollout !== undefined && isUnderWay(rollout);
  return (
    <div role="status">
      {isShown && (
        <Group gap="xs">
          <Loader size={14} aria-hidden />
          <Text size="sm">{rolloutText(rollout)}</Text>
        </Group>
      )}
    </div>
  );
}
