import { Stack, Text, Title } from '@mantine/core';
import { useFormSchema } from '../../schema/form-schemas.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import type { ObjectDefinition } from '../../kit/object-definition.ts';
import { fieldList, type ShownGroup } from './field-list.ts';
import { FieldValue } from './field-value.tsx';

export interface OverviewTabProps {
  readonly definition: ObjectDefinition;
  readonly object: ApiObject;
}

/** What an object holds, to read. */
export function OverviewTab({ definition, object }: OverviewTabProps) {
  const schema = useFormSchema(definition.resource)?.schema;
  return (
    <Stack gap="xl">
      {fieldList(object, definition.groups, schema, toldAbove(definition)).map((group) => (
        <FieldSection key={group.title} group={group} />
      ))}
    </Stack>
  );
}

/** What the service found out of an object stands in its summary, where it has one, or on a tab of its own. */
const TOLD_ABOVE: readonly string[] = [
  ...['observed', 'effective_prices', 'current_spend', 'remaining', 'utilization', 'status'],
];
const toldAbove = ({ Summary }: ObjectDefinition): readonly string[] => (Summary ? TOLD_ABOVE : []);

function FieldSection({ group: { title, fields } }: { readonly group: ShownGroup }) {
  const told = fields.filter(({ shown }) => shown.kind !== 'none');
  const unset = fields.filter(({ shown }) => shown.kind === 'none').map((field) => field.title);
  return (
    <section aria-label={title}>
      <Title order={2} size="h3" mb="xs">
        {title}
      </Title>
      <Stack component="dl" gap="xs" m={0}>
        {told.map(({ field, title: name, shown }) => (
          <div key={field} style={ROW}>
            <Text component="dt" size="sm" c="dimmed" style={NAME}>
              {name}
            </Text>
            <Text component="dd" size="sm" m={0} style={VALUE}>
              <FieldValue shown={shown} />
            </Text>
          </div>
        ))}
      </Stack>
      {unset.length > 0 && (
        <Text size="sm" c="dimmed" mt={told.length > 0 ? 'xs' : 0}>
          Not set: {unset.join(', ')}
        </Text>
      )}
    </section>
  );
}

/** The value stands beside the name where there is room, and below it elsewhere. */
const ROW = { display: 'flex', flexWrap: 'wrap', columnGap: 16, rowGap: 2 } as const;
const NAME = { flex: '0 0 200px' } as const;
const VALUE = { flex: '1 1 240px', minWidth: 0 } as const;
