import { useMantineColorScheme } from '@mantine/core';
import type { SpotlightActionData } from '@mantine/spotlight';
import { useUser } from '../../api/runtime.tsx';
import { useGo } from '../../address/use-go.ts';
import { RESOURCES, type Resource } from '../../resources/resource-table.ts';
import { mayCreate } from '../../resources/rights.ts';
import { SECTIONS } from '../../sections/all-sections.ts';
import { isOpenTo } from '../../sections/kit/section.ts';
import { useDensity } from '../looks/density.tsx';
import { useSignOut } from '../../sign-in/use-sign-out.ts';

/** What the palette offers without asking the service. */
export interface Commands {
  readonly places: readonly SpotlightActionData[];
  readonly actions: readonly SpotlightActionData[];
}

/** Sections with their lists, and what can be done from everywhere, as far as the caller may. */
export function useCommands(): Commands {
  const looks = useLookActions();
  const creations = useCreations();
  const signOut = useSignOut();
  return {
    places: usePlaces(),
    actions: [
      ...creations,
      ...looks,
      { id: 'sign-out', label: 'Sign out', onClick: () => void signOut() },
    ],
  };
}

function usePlaces(): readonly SpotlightActionData[] {
  const go = useGo();
  const { permissions } = useUser();
  const sections = SECTIONS.filter((section) => isOpenTo(section, permissions)).flatMap(
    ({ title, path, tabs }) => [
      { id: path, label: title, onClick: () => go(path) },
      ...tabs
        .filter((tab) => tab.path !== path && isAllowed(tab.permission, permissions))
        .map((tab) => ({
          id: tab.path,
          label: `${title}: ${tab.title}`,
          onClick: () => go(tab.path),
        })),
    ],
  );
  if (!permissions.includes('playground:write')) return sections;
  return [
    ...sections,
    { id: '/playground', label: 'Playground', onClick: () => go('/playground') },
  ];
}

const isAllowed = (permission: string | undefined, held: readonly string[]): boolean =>
  permission === undefined || held.includes(permission);

function useCreations(): readonly SpotlightActionData[] {
  const go = useGo();
  const user = useUser();
  return (Object.values(RESOURCES) as Resource[])
    .filter((resource) => mayCreate(user, resource))
    .map(({ noun, page }) => ({
      id: `${page}/_new`,
      label: `New ${noun}`,
      onClick: () => go(`${page}/_new`),
    }));
}

function useLookActions(): readonly SpotlightActionData[] {
  const { setColorScheme } = useMantineColorScheme();
  const { setDensity } = useDensity();
  return [
    { id: 'dark', label: 'Dark colours', onClick: () => setColorScheme('dark') },
    { id: 'light', label: 'Light colours', onClick: () => setColorScheme('light') },
    { id: 'auto', label: 'Colours of the system', onClick: () => setColorScheme('auto') },
    { id: 'compact', label: 'Compact rows', onClick: () => setDensity('compact') },
    { id: 'comfortable', label: 'Comfortable rows', onClick: () => setDensity('comfortable') },
  ];
}
