import { useEffect, useRef, type RefObject } from 'react';
import { pageNonce } from './page-nonce.ts';

/** An editor in an element of the page. */
interface EditorView<S> {
  readonly show: (shown: S) => void;
  readonly destroy: () => void;
}

/** Has an editor in the element of the returned reference, as long as that stands, and has it show what each rendering says. `View` stays the same class. */
export function useEditorView<S>(
  View: new (parent: HTMLElement, nonce: string) => EditorView<S>,
  shown: S,
): RefObject<HTMLDivElement | null> {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView<S> | undefined>(undefined);

  useEffect(() => {
    if (!parent.current) return undefined;
    const created = new View(parent.current, pageNonce(document));
    view.current = created;
    return () => {
      view.current = undefined;
      created.destroy();
    };
  }, [View]);

  useEffect(() => {
    view.current?.show(shown);
  });

  return parent;
}
