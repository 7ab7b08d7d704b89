import { ActionIcon, Menu, Text, useMantineColorScheme } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRuntime, useUser } from '../api/runtime.tsx';
import { useKeptSearch } from '../address/use-go.ts';
import { useDensity } from './looks/density.tsx';
import { roleName } from '../resources/roles.ts';
import { useSignOut } from '../sign-in/use-sign-out.ts';

/** Who is signed in, how the console looks, and the way out. */
export function UserMenu() {
  const user = useUser();
  const { baseUrl } = useRuntime();
  const signOut = useSignOut();
  const search = useKeptSearch();
  return (
    <Menu position="bottom-end" width={250} closeOnItemClick>
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label="Your account">
          <IconUser size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" c="bright" fw={600} truncate>
            {user.email ?? user.user_id}
          </Text>
          {roleName(user.role)}
          {user.organization_id !== null && ` of ${user.organization_id}`}
        </Menu.Label>
        <Menu.Divider />
        <Looks />
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" search={search as never}>
          Your session
        </Menu.Item>
        <Menu.Item component="a" href={`${baseUrl}docs`} target="_blank">
          API documentation
        </Menu.Item>
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const SCHEMES = { auto: 'As the system has it', light: 'Light', dark: 'Dark' } as const;
const DENSITIES = { comfortable: 'Comfortable', compact: 'Compact' } as const;

function Looks() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { density, setDensity } = useDensity();
  return (
    <>
      <Menu.Label>Colours</Menu.Label>
      <Choices options={SCHEMES} value={colorScheme} onChange={setColorScheme} />
      <Menu.Label>Rows</Menu.Label>
      <Choices options={DENSITIES} value={density} onChange={setDensity} />
    </>
  );
}

interface ChoicesProps<T extends string> {
  readonly options: Readonly<Record<T, string>>;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** One of a few; the menu stays open, so that one sees what it does. */
const Choices = <T extends string>({ options, value, onChange }: ChoicesProps<T>) => (
  <Menu.RadioGroup value={value} onChange={(next) => onChange(next as T)}>
    {Object.entries<string>(options).map(([option, label]) => (
      <Menu.RadioItem key={option} value={option} closeMenuOnClick={false}>
        {label}
      </Menu.RadioItem>
    ))}
  </Menu.RadioGroup>
);
