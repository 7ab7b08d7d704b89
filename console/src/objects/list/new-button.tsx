import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useKeptSearch } from '../../address/use-go.ts';
import type { ObjectDefinition } from '../kit/object-definition.ts';

/** The way to the form for a new object. */
export function NewButton({ definition: { resource } }: { readonly definition: ObjectDefinition }) {
  const search = useKeptSearch();
  return (
    <Button
      size="xs"
      leftSection={<IconPlus size={14} aria-hidden />}
      renderRoot={(props) => (
        <Link {...props} to={`${resource.page}/_new`} search={search as never} />
      )}
    >
      New {resource.noun}
    </Button>
  );
}
