import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { useQuery } from '@tanstack/react-query';
import { answered } from '../api.ts';
import { useApi } from '../runtime.tsx';

export type License = ApiSchemas['LicenseState'];

/** The license's state is looked at again so often, ms. */
const EVERY_MS = 300_000;

/** The state of the license; readable without a session. */
export function useLicense() {
  const api = useApi();
  return useQuery({
    queryKey: ['license'],
    queryFn: async ({ signal }) => answered(await api.typed.GET('/api/v1/license', { signal })),
    refetchInterval: EVERY_MS,
  });
}
