package main

import (
	"example.com/pulumi-edge-platform/sdk/go/edge"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		office, err := edge.NewList(ctx, "office", &edge.ListArgs{
			Name: pulumi.String("office"),
			Kind: edge.ListKindIp,
			Items: edge.ListItemArray{
				&edge.ListItemArgs{
					Ip:      pulumi.String("192.0.2.0/24"),
					Comment: pulumi.String("Berlin"),
				},
				&edge.ListItemArgs{
					Ip: pulumi.String("2001:db8::/32"),
				},
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("listId", office.ListId)
		return nil
	})
}
