package main

import (
	"example.com/pulumi-edge-platform/sdk/go/edge"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := edge.NewZoneEntrypointRuleset(ctx, "zone-rules", &edge.ZoneEntrypointRulesetArgs{
			ZoneId: pulumi.String("023e105f4ecef8ad9ca31a8372d0c353"),
			Phase:  edge.Phase_Http_request_firewall_custom,
			Rules: edge.RuleArray{
				&edge.RuleArgs{
					Ref:    pulumi.String("office"),
					Action: pulumi.String(edge.ActionSkip),
					ActionParameters: &edge.ActionParametersArgs{
						Ruleset: pulumi.String("current"),
					},
					Expression: pulumi.String("ip.src in {192.0.2.0/24}"),
				},
				&edge.RuleArgs{
					Ref:        pulumi.String("admin"),
					Action:     pulumi.String(edge.Action_Managed_challenge),
					Expression: pulumi.String("starts_with(http.request.uri.path, \"/admin\")"),
				},
			},
		})
		if err != nil {
			return err
		}
		return nil
	})
}
