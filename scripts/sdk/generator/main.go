// Prints the SDK of a package in one language.
package main

import (
	"fmt"

	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"

	"pulumi-edge-platform/scripts/sdk/command"
)

const tool = "pulumi-edge-platform"

// noLoader satisfies the generators. They call a loader only for types of other packages, which the schema does not use.
type noLoader struct{ schema.ReferenceLoader }

func main() {
	command.Print([]string{"SCHEMA", "LANGUAGE"}, func(given []string) (map[string][]byte, error) {
		pkg, err := readPackage(given[0])
		if err != nil {
			return nil, err
		}
		return generate(pkg, given[1])
	})
}

func readPackage(file string) (*schema.Package, error) {
	var spec schema.PackageSpec
	if err := command.ReadJSON(file, &spec); err != nil {
		return nil, err
	}
	pkg, diagnostics, err := schema.BindSpec(spec, noLoader{}, schema.ValidationOptions{})
	if err != nil {
		return nil, err
	}
	return pkg, command.Reject(file, diagnostics)
}

func generate(pkg *schema.Package, language string) (map[string][]byte, error) {
	switch language {
	case "go":
		return gogen.GeneratePackage(tool, pkg, nil)
	case "nodejs":
		return nodejs.GeneratePackage(tool, pkg, nil, nil, false, noLoader{})
	case "python":
		return python.GeneratePackage(tool, pkg, nil, noLoader{})
	default:
		return nil, fmt.Errorf("this generator does not know %q", language)
	}
}
