import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useConfirm } from '../../../ui/confirm/use-confirm.tsx';

export interface LeaveGuard {
  /** From now on, the page may be left: what was typed is saved. */
  readonly allow: () => void;
}

/** Asks before changes that are not saved are left. */
export function useLeaveGuard(isChanged: boolean): LeaveGuard {
  const confirm = useConfirm();
  const isAllowed = useRef(false);
  useBlocker({
    enableBeforeUnload: () => isChanged && !isAllowed.current,
    shouldBlockFn: async ({ current, next }) => {
      if (!isChanged || isAllowed.current || current.pathname === next.pathname) return false;
      return !(await confirm({
        title: 'Leave without saving?',
        text: 'What you typed on this page is not saved.',
        action: 'Leave',
        isDangerous: true,
      }));
    },
  });
  return {
    allow: (): void => {
      isAllowed.current = true;
    },
  };
}
