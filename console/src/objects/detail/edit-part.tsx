import { Alert, Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconGitBranch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { collectionKey } from '../../api/query-client.ts';
import { ownerName } from '../../ui/cells/owner-badge.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { ObjectForm } from '../form/object-form.tsx';
import { toManifest } from '../to-manifest.ts';
import type { PartProps } from './object-tabs.tsx';

/** The form of an object. What it began from stays, whatever others write meanwhile. */
export function EditPart({ definition, versioned }: PartProps) {
  const client = useQueryClient();
  const [begun, setBegun] = useState(versioned);
  const { object } = begun;
  if (object.read_only === true) return <InGit definition={definition} versioned={begun} />;
  const isBehind = begun.object.updated_at !== versioned.object.updated_at;
  return (
    <Stack maw={760}>
      {isBehind && (
        <Alert color="yellow" title="Somebody else changed it" role="status">
          <Group justify="space-between">
            <span>
              What you see here is from before that. Your changes are kept until you decide.
            </span>
            <Button size="xs" variant="default" onClick={() => setBegun(versioned)}>
              Take over what is there now
            </Button>
          </Group>
        </Alert>
      )}
      <ObjectForm
        key={begun.tag}
        definition={definition}
        object={object}
        {...(begun.tag === undefined ? {} : { tag: begun.tag })}
        onSaved={() => {
          notifications.show({ message: 'Saved', color: 'teal' });
          void client.invalidateQueries({
            queryKey: collectionKey(definition.resource.collection),
          });
        }}
      />
    </Stack>
  );
}

/** What Git owns is changed there. */
function InGit({ definition, versioned: { object } }: PartProps) {
  return (
    <Stack maw={860}>
      <Alert
        color="blue"
        icon={<IconGitBranch size={18} />}
        title={`${ownerName(object.managed_by)} owns it`}
      >
        A change here would be undone from Git. Change the manifest in the repository instead.
      </Alert>
      <Snippet title="Manifest" text={toManifest(definition.resource, object)} />
    </Stack>
  );
}
