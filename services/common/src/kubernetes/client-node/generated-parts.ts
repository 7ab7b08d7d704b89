// What the kubeconfig of client-node takes from its generated code. Loaded in place of `gen/index.js`, which loads all of it.
export { createConfiguration } from '@kubernetes/client-node/dist/gen/configuration.js';
export { ServerConfiguration } from '@kubernetes/client-node/dist/gen/servers.js';
