import { createRoot } from 'react-dom/client';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './app/console.css';
import { setNonce } from 'get-nonce';
import { App } from './app/app.tsx';
import { createRuntime } from './app/create-runtime.ts';
import { createConsoleRouter } from './app/router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element #root');

const runtime = createRuntime(window);
const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
// Dialogs lock the page's scrolling by a style of their own.
setNonce(nonce);
createRoot(root).render(
  <App runtime={runtime} router={createConsoleRouter(runtime)} styleNonce={nonce} />,
);
