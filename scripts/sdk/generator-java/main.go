// Prints the SDK of a package in Java.
package main

import (
	"fmt"

	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"

	"pulumi-edge-platform/scripts/sdk/command"
)

const tool = "pulumi-edge-platform"

func main() {
	command.Print([]string{"SCHEMA", "LANGUAGE"}, func(given []string) (map[string][]byte, error) {
		pkg, err := readPackage(given[0])
		if err != nil {
			return nil, err
		}
		if given[1] != "java" {
			return nil, fmt.Errorf("this generator does not know %q", given[1])
		}
		return java.GeneratePackage(tool, pkg, nil, false)
	})
}

func readPackage(file string) (*schema.Package, error) {
	var spec schema.PackageSpec
	if err := command.ReadJSON(file, &spec); err != nil {
		return nil, err
	}
	pkg, diagnostics, err := schema.BindSpec(spec, nil)
	if err != nil {
		return nil, err
	}
	return pkg, command.Reject(file, diagnostics)
}
