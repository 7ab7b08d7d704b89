/** What is shown in the console's place while there is none. It loads itself again, and is the console once that is there. */
export function noConsolePage({
  isBuilding,
  nonce,
  base,
}: {
  readonly isBuilding: boolean;
  readonly nonce: string;
  /** Where the service is, with a slash at the end, as HTML. */
  readonly base: string;
}): string {
  const text = isBuilding
    ? 'The console is being built, which takes up to half a minute. This page opens it when it is ready.'
    : 'The console is not built here. <code>make up</code> builds it (<code>make status</code> says how far that is), and the container image holds it.';
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>AI control plane</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta http-equiv="refresh" content="${isBuilding ? REFRESH_SECONDS.building : REFRESH_SECONDS.missing}">
  <style nonce="${nonce}">body { font: 1rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1.5rem }</style>
</head>
<body>
  <h1>AI control plane</h1>
  <p>${text}</p>
  <p>The API is documented at <a href="${base}docs">${base}docs</a>.</p>
</body>
</html>
`;
}

export const REFRESH_SECONDS = { building: 2, missing: 10 } as const;
