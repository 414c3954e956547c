// Command pulumi-language-nodejs runs Node programs and policy packs for the Pulumi engine of go.mod.
//
// Pulumi's own host is in no Go module of today, so this one has what the tests and the demo of this package need, on the protocol of the
// same release. It is never shipped. Unlike Pulumi's host it hands the program the address of the engine's own monitor, so that no call
// is lost in between.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
)

const healthCheckInterval = 5 * time.Minute

func main() {
	flag.String("tracing", "", "is accepted, because the engine may pass it")
	version := flag.Bool("version", false, "print the release of the protocol, and exit")
	flag.Parse()
	if *version {
		fmt.Println(moduleVersion())
		return
	}
	if err := serve(flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serve answers the engine at engineAddress until it ends, and prints the port on the first line of stdout.
func serve(engineAddress string) error {
	if engineAddress == "" {
		return errors.New("usage: pulumi-language-nodejs [-tracing ENDPOINT] ENGINE_ADDRESS")
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	if err := rpcutil.Healthcheck(ctx, engineAddress, healthCheckInterval, cancel); err != nil {
		return fmt.Errorf("watch the engine at %s: %w", engineAddress, err)
	}
	canceled := make(chan bool)
	go func() {
		<-ctx.Done()
		close(canceled)
	}()
	handle, err := rpcutil.ServeWithOptions(rpcutil.ServeOptions{
		Cancel: canceled,
		Init: func(server *grpc.Server) error {
			pulumirpc.RegisterLanguageRuntimeServer(server, newHost(engineAddress))
			return nil
		},
	})
	if err != nil {
		return fmt.Errorf("serve the language host: %w", err)
	}
	fmt.Println(handle.Port)
	return <-handle.Done
}
