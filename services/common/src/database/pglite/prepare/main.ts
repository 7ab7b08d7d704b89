import { makeTemplate } from '../data-directory.ts';

// Once after an installation of packages, so that the first start of the control plane is quick.
await makeTemplate();
