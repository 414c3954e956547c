import pulumi
import pulumi_edge_platform as edge

no_scanners = edge.Ruleset("no-scanners",
    name="No scanners",
    phase=edge.Phase.HTTP_REQUEST_FIREWALL_CUSTOM,
    rules=[{
        "ref": "env-files",
        "action": edge.Action.BLOCK,
        "expression": "ends_with(http.request.uri.path, \"/.env\")",
    }])
pulumi.export("rulesetId", no_scanners.ruleset_id)
