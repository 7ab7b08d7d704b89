import { initialiseDirectory, templateOf, TEMPLATES } from '../data-directory.ts';

// Makes a data directory: after an installation of packages the prepared one, so that the first start of the control plane is quick;
// or the one that is named, for a process that found no prepared one.
await initialiseDirectory(process.argv[2] ?? templateOf(TEMPLATES));
