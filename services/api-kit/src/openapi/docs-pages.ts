import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Router } from 'express';

/** Where the bundled page's files are. */
const ASSETS = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

const pageOf = (title: string, prefix: string): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>${title}</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${prefix}/docs/swagger-ui.css">
  <link rel="icon" type="image/png" href="${prefix}/docs/favicon-32x32.png">
</head>
<body>
  <div id="documentation"></div>
  <script src="${prefix}/docs/swagger-ui-bundle.js"></script>
  <script src="${prefix}/docs/start.js"></script>
</body>
</html>
`;

/** Light or dark as the reader's system is. The token stays in the page's memory; nothing is sent to anybody but this service. */
const startOf = (
  prefix: string,
): string => `const darkness = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', darkness.matches);
darkness.addEventListener('change', follow);
follow();
SwaggerUIBundle({
  url: ${JSON.stringify(`${prefix}/openapi.json`)},
  dom_id: '#documentation',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
});
`;

/** `GET /docs`: the API's documentation, to read and to try out. Everything it loads is served from here, below the prefix of the service's address. */
export function docsPages(title: string, prefix = ''): Router {
  const router = Router({ caseSensitive: true });
  router.get('/docs', (_request, response) => {
    response.type('html').send(pageOf(title, prefix));
  });
  router.get('/docs/start.js', (_request, response) => {
    response.type('text/javascript').send(startOf(prefix));
  });
  for (const file of FILES) {
    router.get(`/docs/${file}`, (_request, response) => {
      response.sendFile(join(ASSETS, file), { maxAge: '1d' });
    });
  }
  return router;
}
