package main

import (
	"example.com/pulumi-edge-platform/sdk/go/edge"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		shared, err := edge.NewRuleset(ctx, "shared", &edge.RulesetArgs{
			Name:  pulumi.String("Shared rules"),
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
		_, err = edge.NewAccountEntrypointRuleset(ctx, "account-rules", &edge.AccountEntrypointRulesetArgs{
			Phase: edge.Phase_Http_request_firewall_custom,
			Rules: edge.RuleArray{
				&edge.RuleArgs{
					Ref:    pulumi.String("shared"),
					Action: pulumi.String(edge.ActionExecute),
					ActionParameters: &edge.ActionParametersArgs{
						Id: shared.RulesetId,
					},
					Expression: pulumi.String("cf.zone.name in {\"example.com\" \"example.org\"} and cf.zone.plan eq \"ENT\""),
				},
			},
		})
		if err != nil {
			return err
		}
		return nil
	})
}
