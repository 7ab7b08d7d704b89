package main

import (
	"fmt"
	"os"

	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	"sigs.k8s.io/yaml"
)

// check reads files as Argo CD's own types, and refuses a field that they do not have. It answers the kinds that it read.
func check(files []string) ([]string, error) {
	kinds := []string{}
	for _, path := range files {
		application, err := readApplication(path)
		if err != nil {
			return nil, err
		}
		kinds = append(kinds, application.Kind)
	}
	return kinds, nil
}

func readApplication(path string) (*v1alpha1.Application, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var application v1alpha1.Application
	if err := yaml.UnmarshalStrict(text, &application); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &application, nil
}
