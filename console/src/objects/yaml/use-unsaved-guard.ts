import { useBlocker } from '@tanstack/react-router';
import { useConfirm } from '../../ui/confirm/use-confirm.tsx';

/** Asks before somebody leaves a tab of an object's page with changes that are not saved. */
export function useUnsavedGuard(isUnsaved: boolean): void {
  const confirm = useConfirm();
  useBlocker({
    enableBeforeUnload: isUnsaved,
    disabled: !isUnsaved,
    shouldBlockFn: async ({ current, next }) => {
      const isSameTab =
        current.pathname === next.pathname && tabOf(current.search) === tabOf(next.search);
      if (isSameTab) return false;
      const leaves = await confirm({
        title: 'Leave without saving?',
        text: 'What you changed here is not saved, and will be lost.',
        action: 'Leave',
        isDangerous: true,
      });
      return !leaves;
    },
  });
}

const tabOf = (search: unknown): unknown => (search as { readonly tab?: unknown }).tab;
