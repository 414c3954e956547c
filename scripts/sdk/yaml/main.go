// Prints a YAML program in Pulumi's intermediate language (pcl), which generators of other languages read.
package main

import (
	"context"
	"os"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml"
	yamlgen "github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/codegen"
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

func main() {
	command.Print([]string{"SCHEMA", "PROGRAM"}, func(given []string) (map[string][]byte, error) {
		return convert(given[0], given[1])
	})
}

func convert(schemaFile string, file string) (map[string][]byte, error) {
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
	body, diagnostics, err := yamlgen.ConvertTemplateIL(template, onePackage{pkg})
	if err := rejected(file, err, diagnostics); err != nil {
		return nil, err
	}
	return map[string][]byte{"program.pp": []byte(body)}, nil
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
