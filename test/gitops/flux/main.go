// Flux's engine as a program: `flux sync|drift|health|check`. It answers in JSON on standard output.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"
)

type options struct {
	// Whom to be on which cluster.
	kubeconfig string
	// Of objects that name none.
	namespace string
	// A Kustomization as a file: its name and namespace mark what is applied, its healthCheckExprs judge it.
	kustomization string
	// The folder with the manifests, as the repository has them.
	manifests string
	// The file with what was applied last, which Flux keeps in the status of the Kustomization.
	inventory string
	// How long objects may take to become healthy.
	timeout time.Duration
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("usage: flux sync|drift|health|check")
	}
	var opts options
	flags := flag.NewFlagSet(args[0], flag.ExitOnError)
	flags.StringVar(&opts.kubeconfig, "kubeconfig", "", "")
	flags.StringVar(&opts.namespace, "namespace", "default", "")
	flags.StringVar(&opts.kustomization, "kustomization", "", "")
	flags.StringVar(&opts.manifests, "manifests", "", "")
	flags.StringVar(&opts.inventory, "inventory", "", "")
	flags.DurationVar(&opts.timeout, "timeout", 30*time.Second, "")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	answer, err := call(context.Background(), args[0], opts, flags.Args())
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(answer)
}

func call(ctx context.Context, command string, opts options, files []string) (any, error) {
	switch command {
	case "sync":
		return sync(ctx, opts)
	case "drift":
		return drift(ctx, opts)
	case "health":
		return health(ctx, opts, os.Stdin)
	case "check":
		return check(files)
	default:
		return nil, fmt.Errorf("no command %q", command)
	}
}
