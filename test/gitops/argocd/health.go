package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	"github.com/argoproj/argo-cd/v3/util/lua"
	enginehealth "github.com/argoproj/gitops-engine/pkg/health"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

type verdict struct {
	Object  string `json:"object"`
	Status  string `json:"status"`
	Message string `json:"message"`
}

// judgeAll judges objects as they are, from a JSON array on `in`. It needs no cluster.
func judgeAll(opts options, in io.Reader) ([]verdict, error) {
	overrides, err := readHealthScripts(opts.settings)
	if err != nil {
		return nil, err
	}
	var objects []*unstructured.Unstructured
	if err := json.NewDecoder(in).Decode(&objects); err != nil {
		return nil, err
	}
	verdicts := []verdict{}
	for _, object := range objects {
		status, err := enginehealth.GetResourceHealth(object, overrides)
		if err != nil {
			return nil, err
		}
		if status == nil {
			return nil, fmt.Errorf("no health script judges %s", nameOf(object))
		}
		verdicts = append(verdicts, verdict{nameOf(object), string(status.Status), status.Message})
	}
	return verdicts, nil
}

// readHealthScripts reads argocd-cm as Argo CD does: the scripts of kinds by pattern stand in one value.
func readHealthScripts(path string) (lua.ResourceHealthOverrides, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var settings corev1.ConfigMap
	if err := yaml.UnmarshalStrict(text, &settings); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	overrides := map[string]v1alpha1.ResourceOverride{}
	value := settings.Data["resource.customizations"]
	return overrides, yaml.Unmarshal([]byte(value), &overrides)
}
