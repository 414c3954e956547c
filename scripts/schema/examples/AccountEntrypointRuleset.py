import pulumi
import pulumi_edge_platform as edge

shared = edge.Ruleset("shared",
    name="Shared rules",
    phase=edge.Phase.HTTP_REQUEST_FIREWALL_CUSTOM,
    rules=[{
        "ref": "env-files",
        "action": edge.Action.BLOCK,
        "expression": "ends_with(http.request.uri.path, \"/.env\")",
    }])
account_rules = edge.AccountEntrypointRuleset("account-rules",
    phase=edge.Phase.HTTP_REQUEST_FIREWALL_CUSTOM,
    rules=[{
        "ref": "shared",
        "action": edge.Action.EXECUTE,
        "action_parameters": {
            "id": shared.ruleset_id,
        },
        "expression": "cf.zone.name in {\"example.com\" \"example.org\"} and cf.zone.plan eq \"ENT\"",
    }])
