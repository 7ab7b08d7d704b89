import { Badge, Group, Stack, Table, Text, Title } from '@mantine/core';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';
import { readableType } from './readable-type.ts';
import { fieldTitle } from '../../../ui/text/text.ts';
import type { Related, Relations } from './use-relations.ts';

/** What an object refers to, and what refers to it. */
export function RelationsTab({ relations }: { readonly relations: Relations }) {
  const { refers_to: to, referred_by: by } = relations;
  return (
    <Stack gap="xl">
      <RelatedList
        title="Refers to"
        empty="It names no other object."
        count={relations.refers_to_count}
        rows={to.map((one) => ({ ...one, notes: one.exists ? [] : ['Does not exist'] }))}
      />
      <RelatedList
        title="Referred to by"
        empty="No object that you may see names it."
        count={relations.referred_by_count}
        rows={by.map((one) => ({
          ...one,
          notes: [
            ...(one.blocks_delete ? ['Stands on this'] : []),
            ...(one.goes_along ? ['Is deleted with this'] : []),
          ],
        }))}
      />
    </Stack>
  );
}

interface RelatedListProps {
  readonly title: string;
  readonly empty: string;
  /** How many there are, of which the first are listed. */
  readonly count: number;
  readonly rows: readonly (Related & { readonly notes: readonly string[] })[];
}

function RelatedList({ title, empty, count, rows }: RelatedListProps) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h3" mb="xs">
        {title}
      </Title>
      {rows.length === 0 ? (
        <Text size="sm">{empty}</Text>
      ) : (
        <RelatedTable title={title} rows={rows} />
      )}
      {count > rows.length && (
        <Text size="sm" c="dimmed" mt="xs">
          The first {rows.length} of {count}.
        </Text>
      )}
    </section>
  );
}

function RelatedTable({ title, rows }: Pick<RelatedListProps, 'title' | 'rows'>) {
  return (
    <TableRegion label={`${title}: objects`} minWidth={460}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Kind</Table.Th>
          <Table.Th scope="col">Name</Table.Th>
          <Table.Th scope="col">By its field</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ resource_type: type, collection, id, name, field, notes }) => (
          <Table.Tr key={`${type} ${id} ${field}`}>
            <Table.Td>{readableType(type)}</Table.Td>
            <Table.Td>
              <Group gap="xs">
                <ObjectLink collection={collection ?? ''} id={id} label={name} />
                {notes.map((note) => (
                  <Badge key={note} color="yellow" variant="light">
                    {note}
                  </Badge>
                ))}
              </Group>
            </Table.Td>
            <Table.Td>{field.split('.').map(fieldTitle).join(' · ')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TableRegion>
  );
}
