package main

import (
	"fmt"

	"example.com/pulumi-edge-platform/sdk/go/edge"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(protectZone)
}

func protectZone(ctx *pulumi.Context) error {
	settings := config.New(ctx, "")
	zoneID, office := settings.Require("zoneId"), settings.Require("office")

	// An invalid filter fails the preview; the error points at the wrong part.
	adminArea, err := edge.NewValidatedFilter(ctx, "admin-area", &edge.ValidatedFilterArgs{
		Expression: pulumi.Sprintf(`starts_with(http.request.uri.path, "/admin") and not ip.src in {%s}`, office),
	})
	if err != nil {
		return err
	}

	// Rules in a ruleset of their own. They run where the rule "no-scanners" below executes it.
	noScanners, err := edge.NewZoneCustomRuleset(ctx, "no-scanners", &edge.ZoneCustomRulesetArgs{
		ZoneId: pulumi.String(zoneID),
		Rules: edge.RuleArray{
			edge.RuleArgs{
				Ref:        pulumi.String("scanners"),
				Action:     pulumi.String("block"),
				Expression: pulumi.String(`http.user_agent contains "scanner"`),
			},
		},
	})
	if err != nil {
		return err
	}

	custom, err := edge.NewZoneEntrypointRuleset(ctx, "custom-rules", &edge.ZoneEntrypointRulesetArgs{
		ZoneId: pulumi.String(zoneID),
		Phase:  edge.Phase_Http_request_firewall_custom,
		Rules: edge.RuleArray{
			edge.RuleArgs{
				Ref:    pulumi.String("secret-files"),
				Action: pulumi.String("block"),
				ActionParameters: edge.ActionParametersArgs{
					Response: edge.ActionParametersResponseArgs{
						StatusCode:  pulumi.Float64(404),
						Content:     pulumi.String("Not found"),
						ContentType: edge.ActionParametersContentType_Text_plain,
					},
				},
				Expression: pulumi.String(`ends_with(http.request.uri.path, ".env")`),
			},
			edge.RuleArgs{
				Ref:        pulumi.String("admin-area"),
				Action:     pulumi.String("managed_challenge"),
				Expression: adminArea.Expression,
			},
			edge.RuleArgs{
				Ref:              pulumi.String("no-scanners"),
				Action:           pulumi.String("execute"),
				ActionParameters: edge.ActionParametersArgs{Id: noScanners.RulesetId},
				Expression:       pulumi.String(`not starts_with(http.request.uri.path, "/health")`),
			},
		},
	})
	if err != nil {
		return err
	}

	_, err = edge.NewZoneEntrypointRuleset(ctx, "rate-limits", &edge.ZoneEntrypointRulesetArgs{
		ZoneId: pulumi.String(zoneID),
		Phase:  edge.Phase_Http_ratelimit,
		Rules: edge.RuleArray{
			edge.RuleArgs{
				Ref:        pulumi.String("login"),
				Action:     pulumi.String("block"),
				Expression: pulumi.String(`http.request.uri.path eq "/login"`),
				Ratelimit: edge.RateLimitArgs{
					Characteristics:   pulumi.ToStringArray([]string{"cf.colo.id", "ip.src"}),
					Period:            pulumi.Float64(60),
					RequestsPerPeriod: pulumi.Float64(10),
					MitigationTimeout: pulumi.Float64(600),
				},
			},
		},
	})
	if err != nil {
		return err
	}

	owasp, err := edge.NewOwaspConfig(ctx, "owasp", &edge.OwaspConfigArgs{
		ZoneId:         pulumi.String(zoneID),
		ParanoiaLevel:  pulumi.Float64(2),
		ScoreThreshold: pulumi.Any("high"),
		Action:         edge.ManagedAction_Managed_challenge,
	})
	if err != nil {
		return err
	}

	// A token that can edit the WAF rules of this zone and nothing else.
	editor, err := edge.NewApiToken(ctx, "waf-editor", &edge.ApiTokenArgs{
		Policies: edge.PolicyArray{
			edge.PolicyArgs{
				Resources: pulumi.Any(map[string]string{fmt.Sprintf("com.cloudflare.api.account.zone.%s", zoneID): "*"}),
				PermissionGroups: edge.PermissionGroupArray{
					edge.PermissionGroupArgs{Name: pulumi.String("Zone WAF Write")},
				},
			},
		},
	})
	if err != nil {
		return err
	}

	ctx.Export("ruleIds", custom.RuleIds)
	ctx.Export("owaspRuleId", owasp.RuleId)
	ctx.Export("editorToken", editor.Value)
	return nil
}
