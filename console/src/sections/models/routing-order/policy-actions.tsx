import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useKeptSearch } from '../../../address/use-go.ts';
import type { ApiObject } from '../../../api/api-object.ts';

/** Leads to where one sees which requests a policy acts on, with a model that it names. */
export function PolicyActions({ object }: { readonly object: ApiObject }) {
  const { target_models: targets } = object;
  const [model] = Array.isArray(targets) ? targets.map(String) : [];
  const search = { ...useKeptSearch(), ...(model === undefined ? {} : { model }) };
  return (
    <Button
      variant="default"
      leftSection={<IconListSearch size={16} aria-hidden />}
      renderRoot={(props) => (
        <Link {...props} to="/routing-policies/_explain" search={search as never} />
      )}
    >
      Explain a request
    </Button>
  );
}
