import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi, useUser } from '../../api/runtime.tsx';
import {
  pageOf,
  resourceOfType,
  RESOURCES,
  type Resource,
} from '../../resources/resource-table.ts';
import { SECTIONS } from '../../sections/all-sections.ts';
import { isOpenTo } from '../../sections/section.ts';

interface Found {
  readonly resource_type: string;
  readonly id: string;
  readonly name: string;
}

/** What a request's id looks like, so that a pasted one is offered as such. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9_.:-]{7,127}$/;

/** Ctrl K: sections, objects, actions, and requests by their id. */
export function CommandPalette() {
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const own = useOwnActions();
  const actions = own.filter(({ label }) => label?.toLowerCase().includes(wanted));
  const objects = useObjects(query.trim());
  const requests = useRequestAction(query.trim());
  return (
    <Spotlight
      query={query}
      onQueryChange={setQuery}
      shortcut={['mod + K']}
      filter={(_query, all) => all}
      actions={[...actions, ...objects, ...requests]}
      limit={20}
      scrollable
      maxHeight={420}
      nothingFound="Nothing found"
      searchProps={{
        placeholder: 'Sections, objects, actions, request ids',
        'aria-label': 'Search',
      }}
    />
  );
}

function useOwnActions(): SpotlightActionData[] {
  const navigate = useNavigate();
  const { permissions } = useUser();
  const go = (path: string) => () => void navigate({ to: path } as never);
  const sections = SECTIONS.filter((section) => isOpenTo(section, permissions)).flatMap(
    (section) => [
      { id: section.path, label: section.title, onClick: go(section.path) },
      ...section.tabs
        .filter(
          ({ path, permission }) =>
            path !== section.path && (!permission || permissions.includes(permission)),
        )
        .map(({ title, path }) => ({
          id: path,
          label: `${section.title}: ${title}`,
          onClick: go(path),
        })),
    ],
  );
  const creations = (Object.values(RESOURCES) as Resource[])
    .filter(({ permission }) => permissions.includes(`${permission}:write`))
    .map(({ noun, page }) => ({
      id: `${page}/_new`,
      label: `New ${noun}`,
      onClick: go(`${page}/_new`),
    }));
  const playground = { id: '/playground', label: 'Playground', onClick: go('/playground') };
  return [...sections, playground, ...creations];
}

/** Objects whose id or name holds the text. */
function useObjects(query: string): SpotlightActionData[] {
  const api = useApi();
  const navigate = useNavigate();
  const [q] = useDebouncedValue(query, 150);
  const { data = [] } = useQuery({
    queryKey: ['search', q],
    enabled: q.length > 1,
    queryFn: ({ signal }) =>
      api.json<readonly Found[]>('/api/v1/search', { query: { q, limit: 10 }, signal }),
  });
  return data.flatMap(({ resource_type, id, name }) => {
    const resource = resourceOfType(resource_type);
    if (!resource) return [];
    return {
      id: `${resource_type}/${id}`,
      label: name,
      description: name === id ? resource.noun : `${resource.noun} ${id}`,
      onClick: () => void navigate({ to: pageOf(resource, id) } as never),
    };
  });
}

function useRequestAction(query: string): SpotlightActionData[] {
  const navigate = useNavigate();
  const { permissions } = useUser();
  if (!REQUEST_ID.test(query) || !/\d/.test(query)) return [];
  if (!permissions.includes('decisions:read')) return [];
  return [
    {
      id: 'request',
      label: `Open request ${query}`,
      onClick: () => void navigate({ to: `/requests/${encodeURIComponent(query)}` } as never),
    },
  ];
}
