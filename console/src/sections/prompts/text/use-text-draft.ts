import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Versioned } from '../../../api/read/versioned.ts';
import type { Prompt, Variable } from '../prompt/prompt.ts';

/** A prompt's text as somebody changes it, and what it was begun from. */
export interface TextDraft {
  readonly text: string;
  readonly variables: readonly Variable[];
  readonly begun: Versioned<Prompt>;
}

const beginFrom = (begun: Versioned<Prompt>): TextDraft => ({
  text: begun.object.template_text ?? '',
  variables: begun.object.variables ?? [],
  begun,
});

/** Whether a draft differs from what it was begun from. */
export const isChanged = ({ text, variables, begun: { object } }: TextDraft): boolean =>
  text !== (object.template_text ?? '') ||
  JSON.stringify(variables) !== JSON.stringify(object.variables ?? []);

/** A draft that stays as long as the console is open, whichever tab or page is looked at meanwhile. Where nothing was changed, it follows what is there. */
export function useTextDraft(now: Versioned<Prompt>) {
  const client = useQueryClient();
  const key = ['kept-text', 'prompt', now.object.id];
  const [kept, setKept] = useState(() => client.getQueryData<TextDraft>(key));
  const draft = kept ?? beginFrom(now);
  return {
    draft,
    isChanged: isChanged(draft),
    change: (changes: Partial<Pick<TextDraft, 'text' | 'variables'>>): void => {
      const next = { ...draft, ...changes };
      client.setQueryDefaults(key, { gcTime: Infinity });
      client.setQueryData(key, next);
      setKept(next);
    },
    drop: (): void => {
      client.removeQueries({ queryKey: key });
      setKept(undefined);
    },
  };
}
