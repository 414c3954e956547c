package main

import (
	"example.com/pulumi-edge-platform/sdk/go/edge"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := edge.NewOwaspConfig(ctx, "owasp", &edge.OwaspConfigArgs{
			ZoneId:         pulumi.String("023e105f4ecef8ad9ca31a8372d0c353"),
			ParanoiaLevel:  pulumi.Float64(2),
			ScoreThreshold: pulumi.Any("high"),
			Action:         edge.ManagedAction_Managed_challenge,
			Rules: edge.OwaspRuleArray{
				&edge.OwaspRuleArgs{
					Number:  pulumi.String("920272"),
					Enabled: pulumi.Bool(false),
				},
			},
		})
		if err != nil {
			return err
		}
		return nil
	})
}
