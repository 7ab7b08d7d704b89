/** However busy a browser is, it goes on after this time, ms. */
const AT_MOST_MS = 1_500;

type Idle = (done: () => void, options: { readonly timeout: number }) => unknown;

/** What of a window this needs. Safari has no way to be asked. */
interface Waiter {
  readonly requestIdleCallback?: Idle;
  readonly setTimeout: (done: () => void, ms: number) => unknown;
}

/** Resolves once the browser has nothing more urgent to do, after 1.5 s at the latest. */
export async function whenIdle(waiter: Waiter): Promise<void> {
  await new Promise<void>((resolve) => {
    if (waiter.requestIdleCallback) {
      waiter.requestIdleCallback(resolve, { timeout: AT_MOST_MS });
    } else waiter.setTimeout(resolve, AT_MOST_MS);
  });
}
