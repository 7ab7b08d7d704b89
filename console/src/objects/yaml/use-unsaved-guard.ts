import { useBlocker } from '@tanstack/react-router';
import { useConfirm } from '../../ui/confirm/use-confirm.tsx';

/** Asks before somebody leaves a page with changes that are not saved. Tabs of one page keep what was typed in them. */
export function useUnsavedGuard(isUnsaved: boolean): void {
  const confirm = useConfirm();
  useBlocker({
    enableBeforeUnload: isUnsaved,
    disabled: !isUnsaved,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false;
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
