import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { useRef, useState } from 'react';
import { useApi } from '../../../api/runtime.tsx';
import { useSearchParam } from '../../../address/search-params.ts';
import { useTimeRange } from '../../../shell/time-range/use-time-range.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { simulatedPolicyOf, type PolicyDraft } from './policy-draft.ts';

export type Simulation = ApiSchemas['RoutingSimulation'];

/** Says what a policy would have changed in the traffic of the page's time range. One at a time; it can be stopped. */
export function useSimulation() {
  const api = useApi();
  const { since, until } = useTimeRange();
  const [organization] = useSearchParam('org');
  const [result, setResult] = useState<Simulation>();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const ending = useRef<AbortController>(undefined);
  const run = async (draft: PolicyDraft): Promise<void> => {
    const controller = new AbortController();
    ending.current = controller;
    setBusy(true);
    setFailure(undefined);
    try {
      const found = await api.json<Simulation>(`${RESOURCES.routingPolicy.collection}/simulate`, {
        method: 'POST',
        body: {
          policy: simulatedPolicyOf(draft),
          since,
          ...(until === undefined ? {} : { until }),
          ...(organization === '' ? {} : { organization_id: organization }),
        },
        signal: controller.signal,
      });
      setResult(found);
    } catch (error) {
      if (controller.signal.aborted) return;
      setResult(undefined);
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { result, failure, isBusy, run, stop: (): void => ending.current?.abort() };
}
