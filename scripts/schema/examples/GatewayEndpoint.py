import pulumi
import pulumi_edge_platform as edge

staging = edge.GatewayEndpoint("staging", network="sepolia")
pulumi.export("url", staging.url)
