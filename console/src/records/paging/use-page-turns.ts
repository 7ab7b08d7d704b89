import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ListPage } from '../../api/read/list.ts';
import { showProblem } from '../../ui/states/show-problem.ts';
import type { ListState } from './list-state.ts';
import { pageCursor, type PageCursorParts } from './page-cursor.ts';

export interface PageTurnsParts extends Pick<PageCursorParts, 'rows' | 'cursorAfter'> {
  readonly list: {
    readonly state: ListState;
    readonly turnTo: (page: number, cursor: string | undefined, isReplaced?: boolean) => void;
  };
  readonly page: UseQueryResult<ListPage<unknown>>;
  /** What the list is narrowed to and sorted by: cursors hold for one order alone. */
  readonly order: string;
}

/** Turns the pages of a list forward and back, and leaves a page whose rows are all gone. */
export function usePageTurns({ list, page, order, rows, cursorAfter }: PageTurnsParts) {
  const { state, turnTo } = list;
  // Where each page began, as far as somebody turned them here.
  const trail = useRef({ order, cursors: new Map<number, string>() });
  const cursors = (): Map<number, string> => {
    if (trail.current.order !== order) trail.current = { order, cursors: new Map() };
    return trail.current.cursors;
  };
  const [isTurning, setTurning] = useState(false);
  const goBack = async (isReplaced: boolean): Promise<void> => {
    const wanted = state.page - 1;
    try {
      const known = cursors().get(wanted);
      const cursor = known ?? (await pageCursor({ page: wanted, rows, cursorAfter }));
      turnTo(wanted, cursor, isReplaced);
    } catch (error) {
      showProblem('The page before could not be read', error);
    }
  };
  const leave = useEffectEvent(() => void goBack(true));
  const isGone = state.page > 1 && isEmptyNow(page);
  useEffect(() => {
    if (isGone) leave();
  }, [isGone, state.page]);
  return {
    isTurning,
    toPrevious: (): void => {
      setTurning(true);
      void goBack(false).finally(() => setTurning(false));
    },
    toNext: (cursor: string): void => {
      if (state.cursor !== undefined) cursors().set(state.page, state.cursor);
      turnTo(state.page + 1, cursor);
    },
  };
}

/** The page was read, and nothing is on it. */
const isEmptyNow = ({ data, isPlaceholderData, isFetching }: PageTurnsParts['page']): boolean =>
  data?.items.length === 0 && !isPlaceholderData && !isFetching;
