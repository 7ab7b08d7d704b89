import { Button } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useRuntime } from '../../../api/runtime.tsx';
import type { Resource } from '../../../resources/resource-table.ts';
import { asKubectl } from '../../detail/copy/copy-texts.ts';
import { useCopy } from '../../detail/copy/use-copy.tsx';
import type { FieldSchema } from '../../schema/form-schemas.ts';
import { toCurl, withoutSecrets } from '../../manifest/to-curl.ts';
import { toManifest } from '../../manifest/to-manifest.ts';
import { bodyOf, type FormValues } from '../values/form-values.ts';

export interface TypedCommandsProps {
  readonly resource: Resource;
  readonly schema: FieldSchema;
  readonly values: FormValues;
}

/** What was typed, as commands that make the same. They hold no secret. */
export function TypedCommands({ resource, schema, values }: TypedCommandsProps) {
  const { baseUrl } = useRuntime();
  const { copy, dialog } = useCopy();
  const body = bodyOf(values);
  const kubectl = (): string => asKubectl({ yaml: toManifest(resource, body, schema) });
  const curl = (): string => toCurl({ baseUrl, resource, body: withoutSecrets(schema, body) });
  const icon = <IconTerminal2 size={16} aria-hidden />;
  return (
    <>
      {dialog}
      <Button
        variant="default"
        leftSection={icon}
        onClick={() =>
          void copy(() => Promise.resolve(kubectl()), 'The kubectl command is copied.')
        }
      >
        Copy as kubectl apply
      </Button>
      <Button
        variant="default"
        leftSection={icon}
        onClick={() => void copy(() => Promise.resolve(curl()), 'The curl command is copied.')}
      >
        Copy as curl
      </Button>
    </>
  );
}
