import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useKeptSearch } from '../address/use-go.ts';
import { useRuntime } from '../api/runtime.tsx';

/** The product's sign, which leads to the dashboard. */
export function Brand() {
  const { baseUrl } = useRuntime();
  return (
    <Link
      to="/"
      search={useKeptSearch()}
      style={{ color: 'inherit', textDecoration: 'none' }}
      aria-label="AI control plane: dashboard"
    >
      <Group gap={8} wrap="nowrap">
        <img src={`${baseUrl}favicon.svg`} width={26} height={26} alt="" />
        <Text fw={600} visibleFrom="xs" style={{ whiteSpace: 'nowrap' }}>
          AI control plane
        </Text>
      </Group>
    </Link>
  );
}
