package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/argoproj/argo-cd/v3/common"
	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	"github.com/argoproj/argo-cd/v3/util/lua"
	"github.com/argoproj/gitops-engine/pkg/cache"
	"github.com/argoproj/gitops-engine/pkg/engine"
	"github.com/argoproj/gitops-engine/pkg/utils/kube"
	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/clientcmd"
)

// A cluster as an Application of Argo CD sees it.
type cluster struct {
	opts        options
	application *v1alpha1.Application
	health      lua.ResourceHealthOverrides
	cache       cache.ClusterCache
	engine      engine.GitOpsEngine
	targets     []*unstructured.Unstructured
}

// withCluster reads the repository, follows the cluster and runs `use` on both.
func withCluster(opts options, use func(*cluster) (any, error)) (any, error) {
	application, err := readApplication(opts.application)
	if err != nil {
		return nil, err
	}
	overrides, err := readHealthScripts(opts.settings)
	if err != nil {
		return nil, err
	}
	config, err := clientcmd.BuildConfigFromFlags("", opts.kubeconfig)
	if err != nil {
		return nil, err
	}
	config.QPS = -1
	targets, err := readManifests(opts.manifests, application.Name, opts.namespace)
	if err != nil {
		return nil, err
	}
	clusterCache := cache.NewClusterCache(config,
		cache.SetNamespaces([]string{opts.namespace}),
		cache.SetLogr(logr.Discard()),
		cache.SetPopulateResourceInfoHandler(func(object *unstructured.Unstructured, _ bool) (any, bool) {
			id := object.GetAnnotations()[common.AnnotationKeyAppInstance]
			return id, id != ""
		}),
	)
	gitops := engine.NewEngine(config, clusterCache, engine.WithLogr(logr.Discard()))
	stop, err := gitops.Run()
	if err != nil {
		return nil, err
	}
	defer stop()
	return use(&cluster{opts, application, overrides, clusterCache, gitops, targets})
}

// readManifests reads the objects of a folder and marks them as Argo CD does: with an annotation that names the Application and the object.
func readManifests(folder string, application string, namespace string) ([]*unstructured.Unstructured, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil {
		return nil, err
	}
	var objects []*unstructured.Unstructured
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		found, err := kube.SplitYAML(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		objects = append(objects, found...)
	}
	for _, object := range objects {
		if object.GetNamespace() == "" {
			object.SetNamespace(namespace)
		}
		annotations := object.GetAnnotations()
		if annotations == nil {
			annotations = map[string]string{}
		}
		annotations[common.AnnotationKeyAppInstance] = trackingID(application, object)
		object.SetAnnotations(annotations)
	}
	return objects, nil
}

func trackingID(application string, object *unstructured.Unstructured) string {
	kind := object.GroupVersionKind()
	return fmt.Sprintf("%s:%s/%s:%s/%s", application, kind.Group, kind.Kind, object.GetNamespace(), object.GetName())
}

// isManaged says whether a resource of the cluster belongs to the Application.
func (c *cluster) isManaged(resource *cache.Resource) bool {
	id, isMarked := resource.Info.(string)
	return isMarked && strings.HasPrefix(id, c.application.Name+":")
}

// live reads the objects of the Application as they are now.
func (c *cluster) live() (map[kube.ResourceKey]*unstructured.Unstructured, error) {
	return c.cache.GetManagedLiveObjs(c.targets, c.isManaged)
}

func nameOf(object *unstructured.Unstructured) string {
	return object.GetKind() + "/" + object.GetName()
}
