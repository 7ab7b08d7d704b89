import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The admin service that `npm run dev` passes requests on to. */
const ADMIN = 'http://127.0.0.1:8086';
const OF_ADMIN = ['/api', '/auth', '/openapi.json', '/docs', '/version', '/health', '/ready'];

export default defineConfig(({ command }) => ({
  // Addresses of assets are relative, so that the console works behind any path prefix. `<base>` says where that is.
  base: command === 'build' ? './' : '/',
  plugins: [
    // What is written between tags is made visible: see `src/jsx`.
    react({ jsxImportSource: '@aicp/console' }),
    {
      // What the admin service fills in where it serves the page.
      name: 'aicp-page',
      apply: 'serve',
      transformIndexHtml: (html) =>
        html.replaceAll('__BASE_HREF__', '/').replaceAll('__CSP_NONCE__', ''),
    },
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'editor', test: /node_modules[\\/](@codemirror|@lezer|yaml)[\\/]/ },
            // What each page needs, in two files: of many small ones, what stands around each weighs as much as it does. Packages change less often.
            { name: 'packages', tags: ['$initial'], test: /node_modules[\\/]/ },
            { name: 'shell', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(OF_ADMIN.map((path) => [path, ADMIN])) },
}));
