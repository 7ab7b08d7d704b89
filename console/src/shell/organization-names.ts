import { visibleText } from '../ui/text/visible-text.ts';

export interface NamedOrganization {
  readonly id: string;
  readonly name: string;
}

/**
 * What each organization is called where one is chosen: its name, with the id beside it unless that says the same and nobody else is called so. An organization chooses its name, and
 * may choose that of another one, in other letters too; its id is its own.
 */
export function organizationNames(organizations: readonly NamedOrganization[]): string[] {
  const alike = Map.groupBy(organizations, ({ name }) => slugOf(name));
  return organizations.map(({ id, name }) => {
    const slug = slugOf(name);
    const isPlain = slug === id && alike.get(slug)?.length === 1;
    return isPlain ? visibleText(name) : `${visibleText(name)} (${id})`;
  });
}

/** A name as an id would have it: `Acme Research` → `acme-research`. Names that look alike, by width or case, have the same one. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
