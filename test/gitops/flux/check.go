package main

import (
	"fmt"
	"os"
	"strings"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"sigs.k8s.io/yaml"
)

// check reads files as Flux's own types, and refuses a field that they do not have. It answers the kinds that it read.
func check(files []string) ([]string, error) {
	kinds := []string{}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		for _, document := range strings.Split(string(text), "\n---\n") {
			kind, err := checkObject([]byte(document))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			kinds = append(kinds, kind)
		}
	}
	return kinds, nil
}

func checkObject(document []byte) (string, error) {
	var head struct {
		Kind string `json:"kind"`
	}
	if err := yaml.Unmarshal(document, &head); err != nil {
		return "", err
	}
	types := map[string]any{
		kustomizev1.KustomizationKind: &kustomizev1.Kustomization{},
		sourcev1.GitRepositoryKind:    &sourcev1.GitRepository{},
		helmv2.HelmReleaseKind:        &helmv2.HelmRelease{},
	}
	object, isKnown := types[head.Kind]
	if !isKnown {
		return "", fmt.Errorf("%q is no kind of these examples", head.Kind)
	}
	return head.Kind, yaml.UnmarshalStrict(document, object)
}
