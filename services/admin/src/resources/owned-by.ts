import { API_VERSION } from '@aicp/crds/kit/kind';
import type { StoredObject } from './stored-object.ts';

/** Metadata of what is made for an object: Kubernetes removes it together with its owner. */
export const ownedBy = ({ kind, metadata }: StoredObject) => ({
  ownerReferences: [{ apiVersion: API_VERSION, kind, name: metadata.name, uid: metadata.uid }],
});
