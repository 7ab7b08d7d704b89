package main

import (
	"context"
	"encoding/json"
	"io"

	"github.com/fluxcd/cli-utils/pkg/kstatus/status"
	"github.com/fluxcd/pkg/runtime/cel"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

type judged struct {
	Object string `json:"object"`
	// What kstatus says by itself: what Helm and other tools see, and Flux without health checks of the Kustomization.
	Kstatus string `json:"kstatus"`
	// Why, in the words of the object.
	Message string `json:"message"`
	// What Flux says with the health checks of the Kustomization.
	Flux string `json:"flux"`
}

// health judges objects as they are, from a JSON array on `in`. It needs no cluster.
func health(ctx context.Context, opts options, in io.Reader) ([]judged, error) {
	kustomization, err := readKustomization(opts.kustomization)
	if err != nil {
		return nil, err
	}
	newReader, err := cel.NewStatusReader(kustomization.Spec.HealthCheckExprs)
	if err != nil {
		return nil, err
	}
	reader := newReader(meta.NewDefaultRESTMapper(nil))
	var objects []*unstructured.Unstructured
	if err := json.NewDecoder(in).Decode(&objects); err != nil {
		return nil, err
	}
	found := []judged{}
	for _, object := range objects {
		byItself, err := status.Compute(object)
		if err != nil {
			return nil, err
		}
		checked, err := reader.ReadStatusForObject(ctx, nil, object)
		if err != nil {
			return nil, err
		}
		if checked.Error != nil {
			return nil, checked.Error
		}
		found = append(found, judged{nameOf(object), byItself.Status.String(), byItself.Message, checked.Status.String()})
	}
	return found, nil
}
