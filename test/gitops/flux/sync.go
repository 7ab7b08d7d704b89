package main

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"time"

	"github.com/fluxcd/cli-utils/pkg/kstatus/status"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/ssa"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type change struct {
	Object string `json:"object"`
	Action string `json:"action"`
}

type synced struct {
	Changes []change `json:"changes"`
	// Why the health check failed; empty where all is well.
	Failure string    `json:"failure"`
	Objects []verdict `json:"objects"`
}

type verdict struct {
	Object  string `json:"object"`
	Status  string `json:"status"`
	Message string `json:"message"`
}

const interval = 200 * time.Millisecond

// sync applies the folder, removes what is no longer in it and waits until all is healthy, as kustomize-controller does.
func sync(ctx context.Context, opts options) (*synced, error) {
	kustomization, err := readKustomization(opts.kustomization)
	if err != nil {
		return nil, err
	}
	manager, err := newManager(opts, kustomization)
	if err != nil {
		return nil, err
	}
	objects, err := readManifests(opts, manager, kustomization)
	if err != nil {
		return nil, err
	}
	result := &synced{}
	applied, err := manager.ApplyAllStaged(ctx, objects, applyOptions())
	if err != nil {
		return nil, err
	}
	result.add(applied)
	pruned, err := prune(ctx, manager, kustomization, opts.inventory, objects)
	if err != nil {
		return nil, err
	}
	result.add(pruned)
	wait := ssa.WaitOptions{Interval: interval, Timeout: opts.timeout, FailFast: true}
	if err := manager.Wait(objects, wait); err != nil {
		result.Failure = err.Error()
	}
	result.Objects, err = readHealth(ctx, manager.Client(), objects)
	return result, err
}

// What Flux takes over from people who applied the same objects by hand before.
func applyOptions() ssa.ApplyOptions {
	options := ssa.DefaultApplyOptions()
	options.Cleanup = ssa.ApplyCleanupOptions{
		Annotations: []string{"kubectl.kubernetes.io/last-applied-configuration"},
		FieldManagers: []ssa.FieldManager{
			{Name: "kubectl", OperationType: "Apply"},
			{Name: "kubectl", OperationType: "Update"},
		},
	}
	return options
}

// prune removes what the inventory has and the folder has no longer, and writes the new inventory.
func prune(ctx context.Context, manager *ssa.ResourceManager, owner *kustomizev1.Kustomization, path string, objects []*unstructured.Unstructured) (*ssa.ChangeSet, error) {
	known, err := readInventory(path)
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, object := range objects {
		wanted[nameOf(object)] = true
	}
	var stale []*unstructured.Unstructured
	for _, object := range known {
		if !wanted[nameOf(object)] {
			stale = append(stale, object)
		}
	}
	options := ssa.DefaultDeleteOptions()
	options.Inclusions = manager.GetOwnerLabels(owner.Name, owner.Namespace)
	changes, err := manager.DeleteAll(ctx, stale, options)
	if err != nil {
		return nil, err
	}
	if err := manager.WaitForTermination(stale, ssa.WaitOptions{Interval: interval, Timeout: 10 * time.Second}); err != nil {
		return nil, err
	}
	text, err := json.Marshal(objects)
	if err != nil {
		return nil, err
	}
	return changes, os.WriteFile(path, text, 0o600)
}

func readInventory(path string) ([]*unstructured.Unstructured, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var objects []*unstructured.Unstructured
	return objects, json.Unmarshal(text, &objects)
}

// drift says what a sync would change, and changes nothing.
func drift(ctx context.Context, opts options) ([]change, error) {
	kustomization, err := readKustomization(opts.kustomization)
	if err != nil {
		return nil, err
	}
	manager, err := newManager(opts, kustomization)
	if err != nil {
		return nil, err
	}
	objects, err := readManifests(opts, manager, kustomization)
	if err != nil {
		return nil, err
	}
	changes := []change{}
	for _, object := range objects {
		entry, _, _, err := manager.Diff(ctx, object, ssa.DefaultDiffOptions())
		if err != nil {
			return nil, err
		}
		if entry.Action != ssa.UnchangedAction {
			changes = append(changes, change{Object: nameOf(object), Action: entry.Action.String()})
		}
	}
	return changes, nil
}

func (s *synced) add(set *ssa.ChangeSet) {
	for _, entry := range set.Entries {
		name := entry.ObjMetadata.GroupKind.Kind + "/" + entry.ObjMetadata.Name
		s.Changes = append(s.Changes, change{Object: name, Action: entry.Action.String()})
	}
}

// readHealth reads what kstatus says of each object now.
func readHealth(ctx context.Context, kube client.Client, objects []*unstructured.Unstructured) ([]verdict, error) {
	found := []verdict{}
	for _, object := range objects {
		live := &unstructured.Unstructured{}
		live.SetGroupVersionKind(object.GroupVersionKind())
		if err := kube.Get(ctx, client.ObjectKeyFromObject(object), live); err != nil {
			return nil, err
		}
		result, err := status.Compute(live)
		if err != nil {
			return nil, err
		}
		found = append(found, verdict{nameOf(live), result.Status.String(), result.Message})
	}
	return found, nil
}

func nameOf(object *unstructured.Unstructured) string {
	return object.GetKind() + "/" + object.GetName()
}
