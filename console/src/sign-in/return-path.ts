const OWN = 'https://console.invalid';

/** The page to go to after a sign-in: one of the console's own, whatever the address says, and not the one for signing in. */
export function returnPath(wanted: string | undefined): string {
  if (wanted === undefined || !wanted.startsWith('/')) return '/';
  const url = URL.canParse(wanted, OWN) ? new URL(wanted, OWN) : undefined;
  if (url?.origin !== OWN || url.pathname.startsWith('//')) return '/';
  return url.pathname === '/login' ? '/' : `${url.pathname}${url.search}`;
}
