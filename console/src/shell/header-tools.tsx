import { ActionIcon, Button, Group, Kbd, Tooltip } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { IconMessageBolt, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCan } from '../api/runtime.tsx';
import { useKeptSearch } from '../address/use-go.ts';
import { OrganizationSwitch } from './organization-switch.tsx';
import { TimeRangeMenu } from './time-range/time-range-menu.tsx';
import { UserMenu } from './user-menu.tsx';

/** Search, organization, time range and who is signed in. `isNarrow`: the organization has no room here, and stands above the sections. */
export function HeaderTools({ isNarrow }: { readonly isNarrow: boolean }) {
  const canChat = useCan('playground:write');
  const search = useKeptSearch();
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconSearch size={14} />}
        rightSection={<Kbd size="xs">Ctrl K</Kbd>}
        onClick={spotlight.open}
        visibleFrom="lg"
      >
        Search
      </Button>
      <ActionIcon
        variant="default"
        size={30}
        onClick={spotlight.open}
        hiddenFrom="lg"
        aria-label="Search"
      >
        <IconSearch size={16} />
      </ActionIcon>
      {!isNarrow && <OrganizationSwitch w={170} />}
      <TimeRangeMenu />
      {canChat && (
        <Tooltip label="Playground">
          <ActionIcon
            component={Link}
            to="/playground"
            search={search as never}
            variant="default"
            size={30}
            aria-label="Playground"
          >
            <IconMessageBolt size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <UserMenu />
    </Group>
  );
}
