import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { objectPath } from '../../../api/read/list.ts';
import { collectionKey } from '../../../api/query-client.ts';
import { useApi } from '../../../api/runtime.tsx';
import { PROMPTS } from '../prompt/prompt.ts';
import type { TextDraft } from './use-text-draft.ts';

type Content = Pick<TextDraft, 'text' | 'variables'>;

interface Write {
  readonly content: Content;
  readonly tag: string | undefined;
}

/** Saves the text of a prompt, unless somebody else has changed it since it was read. */
export function useSaveText(id: string, onSaved: () => void) {
  const api = useApi();
  const client = useQueryClient();
  const readAnew = () => client.invalidateQueries({ queryKey: collectionKey(PROMPTS) });
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: ({ content: { text, variables }, tag }: Write) =>
      api.json(objectPath(PROMPTS, id), {
        method: 'PATCH',
        body: { template_text: text, variables },
        ...(tag !== undefined && { headers: { 'If-Match': tag } }),
      }),
    onSuccess: async () => {
      await readAnew();
      notifications.show({ message: 'The text is saved.', color: 'teal' });
      onSaved();
    },
    // What is there now is shown beside what was to be saved.
    onError: readAnew,
  });
  return {
    save: (content: Content, tag: string | undefined): void => mutate({ content, tag }),
    reset,
    isPending,
    error,
  };
}
