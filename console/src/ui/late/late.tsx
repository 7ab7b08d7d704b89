import { lazy, Suspense, type ComponentType } from 'react';
import { whenIdle } from './when-idle.ts';

/** So long after a load that failed it is tried again, ms. */
const AGAIN_MS = 5_000;

/**
 * A component whose code comes once the page stands and the browser has nothing else to do. Until then it shows nothing; a load that fails is
 * tried again. For what nobody sees at first: dialogs, the palette, notices.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(async () => ({ default: await loadWhenIdle(load) }));
  return function Late(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

async function loadWhenIdle<T>(load: () => Promise<T>): Promise<T> {
  await whenIdle(window);
  for (;;) {
    try {
      return await load();
    } catch {
      // The service is away, and the page says so by itself.
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
