import { Anchor, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useRuntime } from '../../api/runtime.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { useFormSchema, type FormSchema } from '../schema/form-schemas.ts';
import type { ObjectDefinition } from '../kit/object-definition.ts';
import { toManifest } from '../manifest/to-manifest.ts';
import { toCurl, withoutSecrets } from '../manifest/to-curl.ts';
import { docsAddress } from './docs-address.ts';
import { NewButton } from './new-button.tsx';

export interface EmptyListProps {
  readonly definition: ObjectDefinition;
  readonly canWrite: boolean;
  /** There may be others, which the reader is not shown. */
  readonly isPartial?: boolean;
}

/** What such objects are for, and the ways to the first one. */
export function EmptyList({ definition, canWrite, isPartial = false }: EmptyListProps) {
  const { resource } = definition;
  const { baseUrl } = useRuntime();
  const form = useFormSchema(resource);
  const example = form?.example;
  return (
    <Paper withBorder p="lg">
      <Stack gap="md">
        <Stack gap={4}>
          <Title order={2} size="h4">
            No {resource.nouns} {isPartial ? 'of your own yet' : 'yet'}
          </Title>
          <Text size="sm">
            <Anchor href={docsAddress(baseUrl, resource)} target="_blank" inherit>
              Read about {resource.nouns} in the API documentation
            </Anchor>
          </Text>
        </Stack>
        {canWrite && (
          <div>
            <NewButton definition={definition} />
          </div>
        )}
        {example && canWrite && (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Snippet title="With kubectl" text={kubectlOf(resource, form)} />
            <Snippet
              title="With the API"
              text={toCurl({ baseUrl, resource, body: withoutSecrets(form.schema, example) })}
            />
          </SimpleGrid>
        )}
      </Stack>
    </Paper>
  );
}

const kubectlOf = (
  resource: ObjectDefinition['resource'],
  { example, schema }: FormSchema,
): string => `kubectl apply -f - <<'EOF'\n${toManifest(resource, example ?? {}, schema)}EOF`;
