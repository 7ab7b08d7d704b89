import { useState } from 'react';
import { objectPath } from '../../../api/read/list.ts';
import { useApi } from '../../../api/runtime.tsx';
import { useAction } from '../../../ui/action/use-action.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { useRights } from '../../../resources/use-rights.ts';
import { useConfirm } from '../../../ui/confirm/use-confirm.tsx';
import { isStatus, verbsFrom, type Verb } from './verbs.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Buttons that start, pause and end a test, as far as its state lets them. */
export function TestActions({ object }: { readonly object: ApiObject }) {
  const { collection } = RESOURCES.abTest;
  const api = useApi();
  const act = useAction(collection);
  const confirm = useConfirm();
  const [busy, setBusy] = useState<string>();
  const rights = useRights(RESOURCES.abTest);
  const canWrite = rights.change(object) && object.read_only !== true;
  const { status, base_model: base, variant_model: variant } = object;
  if (!canWrite || !isStatus(status)) return null;
  const run = async (verb: Verb): Promise<void> => {
    const text = verb.text({ base: textOf(base), variant: textOf(variant) });
    const { question: title, label: action, isDangerous = false } = verb;
    if (!(await confirm({ title, text, action, isDangerous }))) return;
    setBusy(verb.path);
    await act(
      () => api.request(`${objectPath(collection, object.id)}/${verb.path}`, { method: 'POST' }),
      verb.done,
    );
    setBusy(undefined);
  };
  return (
    <>
      {verbsFrom(status).map((verb) => (
        <ActionButton
          key={verb.path}
          variant={verb.path === 'start' ? 'filled' : 'default'}
          isBusy={busy === verb.path}
          disabled={busy !== undefined && busy !== verb.path}
          onClick={() => void run(verb)}
        >
          {verb.label}
        </ActionButton>
      ))}
    </>
  );
}
