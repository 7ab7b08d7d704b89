package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/fluxcd/cli-utils/pkg/kstatus/polling"
	"github.com/fluxcd/cli-utils/pkg/kstatus/polling/engine"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/runtime/cel"
	"github.com/fluxcd/pkg/ssa"
	"github.com/fluxcd/pkg/ssa/normalize"
	"github.com/fluxcd/pkg/ssa/utils"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"
	"sigs.k8s.io/yaml"
)

// The owner as which kustomize-controller applies.
var controller = ssa.Owner{Field: "kustomize-controller", Group: kustomizev1.GroupVersion.Group}

// newManager is the apply engine as kustomize-controller makes it, with the health checks of the Kustomization.
func newManager(opts options, kustomization *kustomizev1.Kustomization) (*ssa.ResourceManager, error) {
	config, err := clientcmd.BuildConfigFromFlags("", opts.kubeconfig)
	if err != nil {
		return nil, err
	}
	config.QPS = -1
	httpClient, err := rest.HTTPClientFor(config)
	if err != nil {
		return nil, err
	}
	mapper, err := apiutil.NewDynamicRESTMapper(config, httpClient)
	if err != nil {
		return nil, err
	}
	kube, err := client.New(config, client.Options{Mapper: mapper, HTTPClient: httpClient})
	if err != nil {
		return nil, err
	}
	reader, err := cel.NewStatusReader(kustomization.Spec.HealthCheckExprs)
	if err != nil {
		return nil, err
	}
	poller := polling.NewStatusPoller(kube, mapper, polling.Options{
		CustomStatusReaders: []engine.StatusReader{reader(mapper)},
	})
	return ssa.NewResourceManager(kube, poller, controller), nil
}

func readKustomization(path string) (*kustomizev1.Kustomization, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for _, document := range strings.Split(string(text), "\n---\n") {
		var found kustomizev1.Kustomization
		if err := yaml.Unmarshal([]byte(document), &found); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if found.Kind == kustomizev1.KustomizationKind {
			return &found, nil
		}
	}
	return nil, fmt.Errorf("%s holds no Kustomization", path)
}

// readManifests reads the objects of a folder as Flux would hand them to its engine: with a namespace, defaults of the built-in kinds
// and the labels of their owner.
func readManifests(opts options, manager *ssa.ResourceManager, owner *kustomizev1.Kustomization) ([]*unstructured.Unstructured, error) {
	paths, err := filepath.Glob(filepath.Join(opts.manifests, "*.yaml"))
	if err != nil {
		return nil, err
	}
	var objects []*unstructured.Unstructured
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		found, err := utils.ReadObjects(file)
		file.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		objects = append(objects, found...)
	}
	for _, object := range objects {
		if object.GetNamespace() == "" {
			object.SetNamespace(opts.namespace)
		}
	}
	if err := normalize.UnstructuredList(objects); err != nil {
		return nil, err
	}
	manager.SetOwnerLabels(objects, owner.Name, owner.Namespace)
	return objects, nil
}
