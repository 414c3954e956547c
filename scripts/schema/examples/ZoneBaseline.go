package main

import (
	"example.com/pulumi-edge-platform/sdk/go/edge"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := edge.NewZoneBaseline(ctx, "baseline", &edge.ZoneBaselineArgs{
			ZoneId:       pulumi.String("9f1839b6152d298aca64c4e906b6d074"),
			LogOnlyUntil: pulumi.String("2027-01-31"),
			CustomRules: edge.BaselineRuleArray{
				&edge.BaselineRuleArgs{
					Ref:        pulumi.String("secret-files"),
					Action:     pulumi.String(edge.ActionBlock),
					Expression: pulumi.String("http.request.uri.path contains \"/.git\""),
				},
			},
			RateLimits: edge.BaselineRateLimitArray{
				&edge.BaselineRateLimitArgs{
					Ref:               pulumi.String("login"),
					Expression:        pulumi.String("http.request.uri.path eq \"/login\""),
					RequestsPerPeriod: pulumi.Float64(20),
				},
			},
		})
		if err != nil {
			return err
		}
		return nil
	})
}
