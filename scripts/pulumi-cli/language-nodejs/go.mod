module pulumi-edge-platform/scripts/pulumi-cli/language-nodejs

go 1.25.0

tool github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs

require (
	github.com/pulumi/pulumi/sdk/v3 v3.68.0
	golang.org/x/text v0.3.6
)
