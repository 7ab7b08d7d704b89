import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useRuntime } from '../../api/runtime.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { useFormSchema } from '../form-schemas.ts';
import type { ApiObject, ObjectDefinition } from '../object-definition.ts';
import { toManifest } from '../to-manifest.ts';
import { toCurl } from '../to-curl.ts';
import { NewButton } from './object-list-page.tsx';

export interface EmptyListProps {
  readonly definition: ObjectDefinition;
  readonly canWrite: boolean;
}

/** What such objects are for, and the ways to the first one. */
export function EmptyList({ definition, canWrite }: EmptyListProps) {
  const { resource, purpose } = definition;
  const { baseUrl } = useRuntime();
  const example = useFormSchema(resource)?.example;
  return (
    <Paper withBorder p="lg">
      <Stack gap="md">
        <Stack gap={4}>
          <Title order={2} size="h4">
            No {resource.nouns} yet
          </Title>
          <Text size="sm">{purpose}</Text>
        </Stack>
        {canWrite && (
          <div>
            <NewButton definition={definition} />
          </div>
        )}
        {example && canWrite && (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Snippet title="With kubectl" text={kubectlOf(resource, example)} />
            <Snippet title="With the API" text={toCurl({ baseUrl, resource, body: example })} />
          </SimpleGrid>
        )}
      </Stack>
    </Paper>
  );
}

const kubectlOf = (resource: ObjectDefinition['resource'], example: Partial<ApiObject>): string =>
  `kubectl apply -f - <<'EOF'\n${toManifest(resource, example)}EOF`;
