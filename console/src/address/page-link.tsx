import { Anchor, type AnchorProps } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useCallback, useMemo } from 'react';
import { stringifySearch } from './search-params.ts';
import { useKeptSearch } from './use-go.ts';

export interface PageLinkProps extends Pick<AnchorProps, 'fw' | 'size'> {
  /** Path of a page of the console. */
  readonly to: string;
  readonly children: ReactNode;
}

/**
 * The way to another page of the console, which keeps the organization and the time range. For lists: the router's own links are all drawn
 * anew at each change of the address, and a page of a list has a hundred of them.
 */
export function PageLink({ to, children, size, ...looks }: PageLinkProps) {
  const router = useRouter();
  const search = useKeptSearch();
  const page = useMemo(() => ({ to, search }) as never, [to, search]);
  const follow = useCallback(
    (event: MouseEvent) => {
      if (!isPlain(event)) return;
      event.preventDefault();
      void router.navigate(page);
    },
    [router, page],
  );
  const base = router.basepath === '/' ? '' : router.basepath;
  return (
    <Anchor
      {...looks}
      {...(size === undefined ? { inherit: true } : { size })}
      href={`${base}${to}${stringifySearch(search)}`}
      onClick={follow}
      onMouseEnter={() => void router.preloadRoute(page)}
    >
      {children}
    </Anchor>
  );
}

/** Whether a click is for this page: others open another tab or window, or save what is there. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
