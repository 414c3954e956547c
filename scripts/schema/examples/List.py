import pulumi
import pulumi_edge_platform as edge

office = edge.List("office",
    name="office",
    kind=edge.ListKind.IP,
    items=[
        {
            "ip": "192.0.2.0/24",
            "comment": "Berlin",
        },
        {
            "ip": "2001:db8::/32",
        },
    ])
pulumi.export("listId", office.list_id)
