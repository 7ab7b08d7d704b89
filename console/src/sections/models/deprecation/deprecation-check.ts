import { useQuery } from '@tanstack/react-query';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi, useCan } from '../../../api/runtime.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { idInPath } from '../../../address/id-in-path.ts';

/** What `GET /api/v1/deprecations/check/{model}` says of a model. */
export interface DeprecationCheck {
  readonly status: 'active' | 'announced' | 'deprecated' | 'sunset';
  readonly replacement_model: string | null;
  readonly deprecation_date: string | null;
  readonly sunset_date: string | null;
  readonly days_until_sunset: number | null;
  readonly auto_reroute: boolean;
  readonly message: string | null;
}

/** What is announced of a model; undefined until it is known, and for whoever may not know. */
export function useDeprecationCheck(model: string): DeprecationCheck | undefined {
  const api = useApi();
  const { collection } = RESOURCES.modelDeprecation;
  const { data } = useQuery({
    queryKey: [...collectionKey(collection), 'check', model],
    enabled: useCan('deprecations:read'),
    queryFn: ({ signal }) =>
      api.json<DeprecationCheck>(`${collection}/check/${idInPath(model)}`, { signal }),
  });
  return data;
}

/** What that means for whoever uses the model, in a title and a sentence. */
export function checkText(check: DeprecationCheck): {
  readonly title: string;
  readonly text: string;
} {
  const { status, sunset_date: end, deprecation_date: from } = check;
  const after = afterwards(check);
  if (status === 'sunset') return { title: 'It has ended', text: after };
  const ends =
    end === null ? 'No day is set on which it ends.' : `It ends on ${dayOf(end)}. ${after}`;
  if (status === 'announced') {
    const since = from === null ? '' : `It is not to be used from ${dayOf(from)} on. `;
    return { title: 'Its end is announced', text: `${since}${ends}` };
  }
  return { title: 'It is not to be used any more', text: ends };
}

function afterwards({ auto_reroute: isMoved, replacement_model: next }: DeprecationCheck): string {
  if (next === null) return 'Requests for it are refused then.';
  return isMoved
    ? `Requests for it are answered by ${next} then.`
    : `Requests for it are refused then, and told to use ${next}.`;
}

/** A day as the API writes it, without its time. */
const dayOf = (date: string): string => date.slice(0, 10);
