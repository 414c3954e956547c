import pulumi
import pulumi_edge_platform as edge

owasp = edge.OwaspConfig("owasp",
    zone_id="023e105f4ecef8ad9ca31a8372d0c353",
    paranoia_level=float(2),
    score_threshold="high",
    action=edge.ManagedAction.MANAGED_CHALLENGE,
    rules=[{
        "number": "920272",
        "enabled": False,
    }])
