package main

import (
	"example.com/pulumi-edge-platform/sdk/go/edge"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		admin, err := edge.NewValidatedFilter(ctx, "admin", &edge.ValidatedFilterArgs{
			Expression: pulumi.String("http.request.uri.path eq \"/admin\" and not ip.src in {192.0.2.0/24}"),
		})
		if err != nil {
			return err
		}
		ctx.Export("fields", admin.Fields)
		return nil
	})
}
