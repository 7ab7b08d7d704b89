import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCan } from '../../../api/runtime.tsx';
import { useKeptSearch } from '../../../address/use-go.ts';
import type { ApiObject } from '../../../api/api-object.ts';

/** The way to ask for a tier. */
export function RequestButton({ object }: { readonly object: ApiObject }) {
  const canAsk = useCan('access_requests:write');
  const search = { ...useKeptSearch(), tier: object.id };
  if (!canAsk) return null;
  return (
    <Button
      renderRoot={(props) => (
        <Link {...props} to="/access-requests/_new" search={search as never} />
      )}
    >
      Request this
    </Button>
  );
}
