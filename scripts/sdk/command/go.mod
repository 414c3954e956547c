module pulumi-edge-platform/scripts/sdk/command

go 1.25.0
