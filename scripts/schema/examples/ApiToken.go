package main

import (
	"example.com/pulumi-edge-platform/sdk/go/edge"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		wafEditor, err := edge.NewApiToken(ctx, "waf-editor", &edge.ApiTokenArgs{
			Policies: edge.PolicyArray{
				&edge.PolicyArgs{
					Resources: pulumi.Any(map[string]string{
						"com.cloudflare.api.account.zone.023e105f4ecef8ad9ca31a8372d0c353": "*",
					}),
					PermissionGroups: edge.PermissionGroupArray{
						&edge.PermissionGroupArgs{
							Name: pulumi.String("Zone WAF Write"),
						},
					},
				},
			},
			Condition: &edge.ApiTokenConditionArgs{
				RequestIp: &edge.IpConditionArgs{
					In: pulumi.StringArray{
						pulumi.String("192.0.2.0/24"),
					},
				},
			},
			ExpiresOn: pulumi.String("2030-01-01T00:00:00Z"),
		})
		if err != nil {
			return err
		}
		ctx.Export("value", wafEditor.Value)
		return nil
	})
}
