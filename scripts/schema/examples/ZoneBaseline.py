import pulumi
import pulumi_edge_platform as edge

baseline = edge.ZoneBaseline("baseline",
    zone_id="9f1839b6152d298aca64c4e906b6d074",
    log_only_until="2027-01-31",
    custom_rules=[{
        "ref": "secret-files",
        "action": edge.Action.BLOCK,
        "expression": "http.request.uri.path contains \"/.git\"",
    }],
    rate_limits=[{
        "ref": "login",
        "expression": "http.request.uri.path eq \"/login\"",
        "requests_per_period": float(20),
    }])
