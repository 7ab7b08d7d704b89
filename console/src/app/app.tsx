import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { forgetOthers } from '../api/session/forget-others.ts';
import { createQueryClient } from '../api/query-client.ts';
import { RuntimeProvider, type Runtime } from '../api/runtime.tsx';
import type { ConsoleRouter } from './router.tsx';
import { late } from '../ui/late/late.tsx';
import { cssVariables, theme } from './theme.ts';

export interface AppProps {
  readonly runtime: Runtime;
  readonly router: ConsoleRouter;
  /** What the page's Content-Security-Policy asks of styles. */
  readonly styleNonce: string;
}

const Notices = late(async () => (await import('./notices.tsx')).Notices);

/** The console. */
export function App({ runtime, router, styleNonce }: AppProps) {
  const [queryClient] = useState(createQueryClient);
  useEffect(() => forgetOthers(runtime.session, queryClient), [runtime, queryClient]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <Notices />
      <RuntimeProvider value={runtime}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </RuntimeProvider>
    </MantineProvider>
  );
}
