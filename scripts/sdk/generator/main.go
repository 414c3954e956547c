// Prints the SDK of a package in one language, or a program that uses the package.
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"github.com/hashicorp/hcl/v2"
	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"

	"pulumi-edge-platform/scripts/sdk/command"
)

const tool = "pulumi-edge-platform"

// noLoader satisfies the generators. They call a loader only for types of other packages, which the schema does not use.
type noLoader struct{ schema.ReferenceLoader }

// onePackage loads the package of the schema, which is the only one that the programs use.
type onePackage struct {
	schema.ReferenceLoader
	pkg *schema.Package
}

func (loader onePackage) LoadPackageV2(context.Context, *schema.PackageDescriptor) (*schema.Package, error) {
	return loader.pkg, nil
}

func (loader onePackage) LoadPackageReferenceV2(
	context.Context, *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	return loader.pkg.Reference(), nil
}

var programGenerators = map[string]func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error){
	"go":     gogen.GenerateProgram,
	"python": python.GenerateProgram,
}

func main() {
	arguments := []string{"SCHEMA", "LANGUAGE"}
	if len(os.Args) > 3 {
		arguments = append(arguments, "PROGRAM")
	}
	command.Print(arguments, func(given []string) (map[string][]byte, error) {
		pkg, err := readPackage(given[0])
		if err != nil {
			return nil, err
		}
		if len(given) > 2 {
			return generateProgram(pkg, given[1], given[2])
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

// generateProgram converts a program in Pulumi's intermediate language.
func generateProgram(pkg *schema.Package, language string, file string) (map[string][]byte, error) {
	generate, known := programGenerators[language]
	if !known {
		return nil, fmt.Errorf("this generator does not make programs in %q", language)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	parser := syntax.NewParser()
	if err := parser.ParseFile(bytes.NewReader(text), file); err != nil {
		return nil, err
	}
	if err := command.Reject(file, parser.Diagnostics); err != nil {
		return nil, err
	}
	program, diagnostics, err := pcl.BindProgram(parser.Files, onePackage{pkg: pkg})
	if err != nil {
		return nil, err
	}
	if err := command.Reject(file, diagnostics); err != nil {
		return nil, err
	}
	files, diagnostics, err := generate(program)
	if err != nil {
		return nil, err
	}
	return files, command.Reject(file, diagnostics)
}
