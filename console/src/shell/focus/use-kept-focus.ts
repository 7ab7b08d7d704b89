import { useEffect } from 'react';
import { FocusTrail } from './focus-trail.ts';

/** Dialogs give the focus back by themselves within that time, ms. Who presses Tab meanwhile does not wait for it. */
const GRACE_MS = 80;

/** Whenever what has the focus goes, its neighbour has it: nobody who works by keyboard begins at the top of the page again. */
export function useKeptFocus(): void {
  useEffect(() => {
    const trail = new FocusTrail();
    let timer: number | undefined;
    const mend = (): void => {
      const content = document.querySelector('#content');
      if (content && isLost(trail)) trail.neighbour(content)?.focus({ preventScroll: true });
    };
    const look = (): void => {
      if (!isLost(trail)) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(mend, GRACE_MS);
    };
    const follow = ({ target }: FocusEvent): void => {
      if (target instanceof Element) trail.follow(target);
    };
    const pointed = ({ target }: PointerEvent): void => {
      if (target instanceof Element) trail.pointed(target);
    };
    const beforeTab = ({ key }: KeyboardEvent): void => {
      if (key === 'Tab') mend();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, {
      ...{ childList: true, subtree: true },
      attributeFilter: ['disabled', 'style'],
    });
    document.addEventListener('focusin', follow);
    document.addEventListener('pointerdown', pointed);
    document.addEventListener('keydown', beforeTab, { capture: true });
    return () => {
      window.clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', follow);
      document.removeEventListener('pointerdown', pointed);
      document.removeEventListener('keydown', beforeTab, { capture: true });
    };
  }, []);
}

const isLost = (trail: FocusTrail): boolean =>
  document.activeElement === document.body && trail.isBroken;
