import pulumi
import pulumi_edge_platform as edge

waf_editor = edge.ApiToken("waf-editor",
    policies=[{
        "resources": {
            "com.cloudflare.api.account.zone.023e105f4ecef8ad9ca31a8372d0c353": "*",
        },
        "permission_groups": [{
            "name": "Zone WAF Write",
        }],
    }],
    condition={
        "request_ip": {
            "in_": ["192.0.2.0/24"],
        },
    },
    expires_on="2030-01-01T00:00:00Z")
pulumi.export("value", waf_editor.value)
