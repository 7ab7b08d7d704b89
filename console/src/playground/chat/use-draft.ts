import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSearchParams } from '../../address/search-params.ts';

/** What is sent to a model. */
export interface ChatDraft {
  readonly model: string;
  readonly system: string;
  readonly prompt: string;
  readonly temperature: number | undefined;
  readonly maxTokens: number | undefined;
}

export const EMPTY_DRAFT: ChatDraft = {
  ...{ model: '', system: '', prompt: '', temperature: undefined, maxTokens: undefined },
};

const KEY = ['playground-draft'];

/** What was typed in the playground. It stays while other pages are looked at, until the page is closed or somebody else signs in. */
export function useDraft() {
  const client = useQueryClient();
  const { model } = useSearchParams();
  // The fields show what is typed at once; the cache keeps it for the next time.
  const [kept, setKept] = useState(() => client.getQueryData<ChatDraft>(KEY) ?? EMPTY_DRAFT);
  const set = useCallback(
    (more: Partial<ChatDraft>): void => {
      setKept((now) => ({ ...now, ...more }));
      client.setQueryDefaults(KEY, { gcTime: Infinity });
      client.setQueryData<ChatDraft>(KEY, (now = EMPTY_DRAFT) => ({ ...now, ...more }));
    },
    [client],
  );
  // The model that the address names counts until another one is chosen.
  return { draft: { ...kept, model: model ?? kept.model }, set };
}
