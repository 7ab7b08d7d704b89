import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { followChanges } from '../../api/changes.ts';
import { invalidator } from '../../api/invalidator.ts';
import { useApi, useSession } from '../../api/runtime.tsx';

const LiveContext = createContext(false);

/** Whether the console is told of changes as they happen. */
export const useIsLive = (): boolean => use(LiveContext);

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Keeps what is shown as it is now: whatever changed is read anew. A page that nobody sees follows nothing: a browser has six connections to
 * a host for all its tabs, and each tab that follows takes one. What changed meanwhile is read when it is seen again.
 */
export function ChangesProvider({ children }: { readonly children: ReactNode }) {
  const api = useApi();
  const client = useQueryClient();
  const { status } = useSession();
  const visibility = useDocumentVisibility();
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    if (status !== 'signed-in' || visibility === 'hidden') return;
    const ending = new AbortController();
    const { onChange, onReset } = invalidator({
      client,
      later: (work, ms) => setTimeout(work, ms),
    });
    void followChanges(
      { api, pause, random: Math.random },
      { onChange, onReset, onState: setIsLive },
      ending.signal,
    );
    return () => ending.abort();
  }, [api, client, status, visibility]);
  return <LiveContext value={isLive}>{children}</LiveContext>;
}
