import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { Runtime } from '../api/runtime.tsx';
import { SECTIONS } from '../sections/all-sections.ts';
import { Shell } from '../shell/shell.tsx';
import { NotFound } from '../ui/states/not-found.tsx';
import { PageFailed } from '../ui/states/page-failed.tsx';
import { PageSkeleton } from '../ui/states/page-skeleton.tsx';
import { parseSearch, stringifySearch, type SearchParams } from '../address/search-params.ts';

const root = createRootRouteWithContext<{ readonly runtime: Runtime }>()({
  validateSearch: (search: Record<string, unknown>): SearchParams => search as SearchParams,
  component: Outlet,
  notFoundComponent: NotFound,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('../sign-in/sign-in-page.tsx'), 'SignInPage'),
});

/** Everything behind the sign-in. Who has no session is sent to it, and comes back to the page that they wanted. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    const { session } = context.runtime;
    if (session.state.status === 'unknown') await session.resume();
    if (session.state.status !== 'signed-out') return;
    const wanted = `${location.pathname}${location.searchStr}`;
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to say so
    throw redirect({ to: '/login', search: wanted === '/' ? {} : { return_to: wanted } } as never);
  },
});

const pages = SECTIONS.flatMap(({ pages: all }) =>
  all.map(({ path, load }) =>
    createRoute({
      getParentRoute: () => signedIn,
      path,
      component: lazyRouteComponent(load, 'Page'),
    }),
  ),
);

const playground = createRoute({
  getParentRoute: () => signedIn,
  path: '/playground',
  component: lazyRouteComponent(() => import('../playground/playground-page.tsx'), 'Page'),
});

/** Addresses that nothing has, within the console's frame. */
const nothing = createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFound });

const routeTree = root.addChildren([signIn, signedIn.addChildren([...pages, playground, nothing])]);

/** The console's pages, each at its address below the path that the console is served at. */
export function createConsoleRouter(runtime: Runtime) {
  return createRouter({
    routeTree,
    context: { runtime },
    basepath: new URL(runtime.baseUrl).pathname,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });
}

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;
