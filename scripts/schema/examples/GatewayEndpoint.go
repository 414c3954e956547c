package main

import (
	"example.com/pulumi-edge-platform/sdk/go/edge"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		staging, err := edge.NewGatewayEndpoint(ctx, "staging", &edge.GatewayEndpointArgs{
			Network: pulumi.String("sepolia"),
		})
		if err != nil {
			return err
		}
		ctx.Export("url", staging.Url)
		return nil
	})
}
