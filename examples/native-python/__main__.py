import pulumi
import pulumi_edge_platform as edge

config = pulumi.Config()
zone_id = config.require("zoneId")
office = config.require("office")

# An invalid filter fails the preview; the error points at the wrong part.
admin_area = edge.ValidatedFilter(
    "admin-area",
    expression=f'starts_with(http.request.uri.path, "/admin") and not ip.src in {{{office}}}',
)

# Rules in a ruleset of their own. They run where the rule "no-scanners" below executes it.
no_scanners = edge.ZoneCustomRuleset(
    "no-scanners",
    zone_id=zone_id,
    rules=[
        edge.RuleArgs(ref="scanners", action=edge.Action.BLOCK, expression='http.user_agent contains "scanner"')
    ],
)

# Custom rules, rate limits and OWASP of the zone. The vendor's managed rules are left out.
baseline = edge.ZoneBaseline(
    "protection",
    zone_id=zone_id,
    custom_rules=[
        edge.BaselineRuleArgs(
            ref="secret-files",
            action=edge.Action.BLOCK,
            action_parameters=edge.ActionParametersArgs(
                response=edge.ActionParametersResponseArgs(
                    status_code=404,
                    content="Not found",
                    content_type=edge.ActionParametersContentType.TEXT_PLAIN,
                )
            ),
            expression='ends_with(http.request.uri.path, ".env")',
        ),
        edge.BaselineRuleArgs(ref="admin-area", action=edge.Action.MANAGED_CHALLENGE, expression=admin_area.expression),
        edge.BaselineRuleArgs(
            ref="no-scanners",
            action=edge.Action.EXECUTE,
            action_parameters=edge.ActionParametersArgs(id=no_scanners.ruleset_id),
            expression='not starts_with(http.request.uri.path, "/health")',
        ),
    ],
    rate_limits=[
        edge.BaselineRateLimitArgs(
            ref="login",
            action=edge.ManagedAction.BLOCK,
            expression='http.request.uri.path eq "/login"',
            requests_per_period=10,
            mitigation_timeout=600,
        )
    ],
    managed_rules=False,
    owasp=edge.BaselineOwaspArgs(
        paranoia_level=2,
        score_threshold="high",
        action=edge.ManagedAction.MANAGED_CHALLENGE,
    ),
)

# A token that can edit the WAF rules of this zone and nothing else.
editor = edge.ApiToken(
    "waf-editor",
    policies=[
        edge.PolicyArgs(
            resources={f"com.cloudflare.api.account.zone.{zone_id}": "*"},
            permission_groups=[edge.PermissionGroupArgs(name="Zone WAF Write")],
        )
    ],
)

pulumi.export("ruleIds", baseline.custom_rules.rule_ids)
pulumi.export("owaspRuleId", baseline.owasp.rule_id)
pulumi.export("editorToken", editor.value)
