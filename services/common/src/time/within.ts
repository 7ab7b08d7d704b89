/** What comes of a promise, or an error when it takes longer. */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    over.reject(new Error(`no answer within ${String(ms)} ms`));
  }, ms);
  try {
    return await Promise.race([promise, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}
