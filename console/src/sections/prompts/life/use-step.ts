import { objectPath } from '../../../api/read/list.ts';
import { useApi } from '../../../api/runtime.tsx';
import { useAction } from '../../../ui/action/use-action.ts';
import { useConfirm } from '../../../ui/confirm/use-confirm.tsx';
import { PROMPTS } from '../prompt/prompt.ts';
import type { Step } from './steps.ts';

/** Asks whether somebody is sure, and moves a prompt on. */
export function useStep(id: string) {
  const api = useApi();
  const act = useAction(PROMPTS);
  const confirm = useConfirm();
  return async ({ path, done, title, text, action, isDangerous = false }: Step): Promise<void> => {
    if (!(await confirm({ title, text, action, isDangerous }))) return;
    await act(() => api.json(`${objectPath(PROMPTS, id)}${path}`, { method: 'POST' }), done);
  };
}
