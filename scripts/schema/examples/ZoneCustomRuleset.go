package main

import (
	"example.com/pulumi-edge-platform/sdk/go/edge"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		scanners, err := edge.NewZoneCustomRuleset(ctx, "scanners", &edge.ZoneCustomRulesetArgs{
			ZoneId: pulumi.String("023e105f4ecef8ad9ca31a8372d0c353"),
			Name:   pulumi.String("No scanners"),
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
		_, err = edge.NewZoneEntrypointRuleset(ctx, "custom", &edge.ZoneEntrypointRulesetArgs{
			ZoneId: pulumi.String("023e105f4ecef8ad9ca31a8372d0c353"),
			Phase:  edge.Phase_Http_request_firewall_custom,
			Rules: edge.RuleArray{
				&edge.RuleArgs{
					Ref:    pulumi.String("no-scanners"),
					Action: pulumi.String(edge.ActionExecute),
					ActionParameters: &edge.ActionParametersArgs{
						Id: scanners.RulesetId,
					},
					Expression: pulumi.String("not starts_with(http.request.uri.path, \"/health\")"),
				},
			},
		})
		if err != nil {
			return err
		}
		return nil
	})
}
