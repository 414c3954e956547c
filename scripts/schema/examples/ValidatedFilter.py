import pulumi
import pulumi_edge_platform as edge

admin = edge.ValidatedFilter("admin", expression="http.request.uri.path eq \"/admin\" and not ip.src in {192.0.2.0/24}")
pulumi.export("fields", admin.fields)
