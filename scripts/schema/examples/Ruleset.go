package main

import (
	"example.com/pulumi-edge-platform/sdk/go/edge"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		noScanners, err := edge.NewRuleset(ctx, "no-scanners", &edge.RulesetArgs{
			Name:  pulumi.String("No scanners"),
			Phase: edge.Phase_Http_request_firewall_custom,
			Rules: edge.RuleArray{
				&edge.RuleArgs{
					Ref:        pulumi.String("env-files"),
					Action:     pulumi.String(edge.ActionBlock),
					Expression: pulumi.String("ends_with(http.request.uri.path, \"/.env\")"),
				},
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("rulesetId", noScanners.RulesetId)
		return nil
	})
}
