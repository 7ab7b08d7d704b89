import { Select } from '@mantine/core';
import { useList } from '../api/read/list.ts';
import { useUser } from '../api/runtime.tsx';
import { FIRST_PAGE, useSearchParams, useSetSearchParams } from '../address/search-params.ts';
import { organizationNames, type NamedOrganization } from './organization-names.ts';
import { visibleText } from '../ui/text/visible-text.ts';

/** Enough to choose from by typing; who has more finds theirs by the palette. */
const SHOWN = 200;

/** Whose objects the lists show. Only who belongs to the platform has a choice. `w`: its width. */
export function OrganizationSwitch({ w }: { readonly w: number | string }) {
  const { organization_id: own, permissions } = useUser();
  const { org: chosen = '' } = useSearchParams();
  const set = useSetSearchParams();
  const canChoose = own === null && permissions.includes('organizations:read');
  const { data } = useList<NamedOrganization>(
    '/api/v1/organizations',
    { limit: SHOWN, sort: 'name' },
    { enabled: canChoose },
  );
  if (!canChoose) return null;
  const organizations = data?.items ?? [];
  const names = organizationNames(organizations);
  const known = organizations.map(({ id }, index) => ({ value: id, label: names[index] ?? id }));
  const options =
    chosen === '' || known.some(({ value }) => value === chosen)
      ? known
      : [...known, { value: chosen, label: visibleText(chosen) }];
  return (
    <Select
      aria-label="Organization"
      placeholder="All organizations"
      size="xs"
      w={w}
      searchable
      clearable
      data={options}
      value={chosen === '' ? null : chosen}
      onChange={(value) => set({ org: value ?? undefined, ...FIRST_PAGE })}
      nothingFoundMessage="No such organization"
    />
  );
}
