// Prints a YAML program in Go, in Python, or in Pulumi's intermediate language (pcl), which other generators read.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml"
	yamlgen "github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/codegen"
	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"

	"pulumi-edge-platform/scripts/sdk/command"
)

// onePackage loads the package of the schema, which is the only one that the programs use.
type onePackage struct{ pkg *schema.Package }

func (loader onePackage) LoadPackage(string, *semver.Version) (*schema.Package, error) {
	return loader.pkg, nil
}

func (loader onePackage) LoadPackageV2(context.Context, *schema.PackageDescriptor) (*schema.Package, error) {
	return loader.pkg, nil
}

func (loader onePackage) LoadPackageReference(string, *semver.Version) (schema.PackageReference, error) {
	return loader.pkg.Reference(), nil
}

func (loader onePackage) LoadPackageReferenceV2(
	context.Context, *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	return loader.pkg.Reference(), nil
}

var generators = map[string]func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error){
	"go":     gogen.GenerateProgram,
	"python": python.GenerateProgram,
}

func main() {
	command.Print([]string{"SCHEMA", "LANGUAGE", "PROGRAM"}, func(given []string) (map[string][]byte, error) {
		return convert(given[0], given[1], given[2])
	})
}

func convert(schemaFile string, language string, file string) (map[string][]byte, error) {
	pkg, err := readPackage(schemaFile)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	template, problems, err := pulumiyaml.LoadYAMLBytes(file, text)
	if err := rejected(file, err, problems.HCL()); err != nil {
		return nil, err
	}
	loader := onePackage{pkg}
	body, diagnostics, err := yamlgen.ConvertTemplateIL(template, loader)
	if err := rejected(file, err, diagnostics); err != nil {
		return nil, err
	}
	if language == "pcl" {
		return map[string][]byte{"program.pp": []byte(body)}, nil
	}
	generate, known := generators[language]
	if !known {
		return nil, fmt.Errorf("this generator does not know %q", language)
	}
	parser := syntax.NewParser()
	err = parser.ParseFile(strings.NewReader(body), "program.pp")
	if err := rejected(file, err, parser.Diagnostics); err != nil {
		return nil, err
	}
	program, diagnostics, err := pcl.BindProgram(parser.Files, pcl.Loader(loader))
	if err := rejected(file, err, diagnostics); err != nil {
		return nil, err
	}
	files, diagnostics, err := generate(program)
	return files, rejected(file, err, diagnostics)
}

func readPackage(file string) (*schema.Package, error) {
	var spec schema.PackageSpec
	if err := command.ReadJSON(file, &spec); err != nil {
		return nil, err
	}
	pkg, diagnostics, err := schema.BindSpec(spec, nil, schema.ValidationOptions{})
	return pkg, rejected(file, err, diagnostics)
}

func rejected(file string, err error, diagnostics hcl.Diagnostics) error {
	if err != nil {
		return err
	}
	return command.Reject(file, diagnostics)
}
