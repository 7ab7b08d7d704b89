// Argo CD's engine as a program: `argocd sync|drift|health|check`. It answers in JSON on standard output.
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
	// Where the Application puts objects that name no namespace.
	namespace string
	// An Application as a file: its name marks what is applied, its sync options say how.
	application string
	// The ConfigMap argocd-cm as a file, for the health scripts.
	settings string
	// The folder with the manifests, as the repository has them.
	manifests string
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
		return fmt.Errorf("usage: argocd sync|drift|health|check")
	}
	var opts options
	flags := flag.NewFlagSet(args[0], flag.ExitOnError)
	flags.StringVar(&opts.kubeconfig, "kubeconfig", "", "")
	flags.StringVar(&opts.namespace, "namespace", "default", "")
	flags.StringVar(&opts.application, "application", "", "")
	flags.StringVar(&opts.settings, "settings", "", "")
	flags.StringVar(&opts.manifests, "manifests", "", "")
	flags.DurationVar(&opts.timeout, "timeout", 30*time.Second, "")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	answer, err := call(args[0], opts, flags.Args())
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(answer)
}

func call(command string, opts options, files []string) (any, error) {
	ctx, cancel := context.WithTimeout(context.Background(), opts.timeout)
	defer cancel()
	switch command {
	case "sync":
		return withCluster(opts, func(c *cluster) (any, error) { return c.sync(ctx) })
	case "drift":
		return withCluster(opts, func(c *cluster) (any, error) { return c.drift() })
	case "health":
		return judgeAll(opts, os.Stdin)
	case "check":
		return check(files)
	default:
		return nil, fmt.Errorf("no command %q", command)
	}
}
