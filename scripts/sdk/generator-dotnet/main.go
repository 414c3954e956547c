// Prints the SDK of a package in C#, or a program that uses the package.
package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"os"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/pkg/v3/codegen/dotnet"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"

	"pulumi-edge-platform/scripts/sdk/command"
)

const tool = "pulumi-edge-platform"

// blankLogo answers the one request of the .NET generator, for a logo, so that it needs no network.
type blankLogo struct{}

func (blankLogo) RoundTrip(*http.Request) (*http.Response, error) {
	var logo bytes.Buffer
	if err := png.Encode(&logo, image.NewGray(image.Rect(0, 0, 64, 64))); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(&logo)}, nil
}

// onePackage loads the package of the schema, which is the only one that the programs use.
type onePackage struct{ pkg *schema.Package }

func (loader onePackage) LoadPackage(string, *semver.Version) (*schema.Package, error) {
	return loader.pkg, nil
}

func (loader onePackage) LoadPackageV2(context.Context, *schema.PackageDescriptor) (*schema.Package, error) {
	return loader.pkg, nil
}

func main() {
	http.DefaultTransport = blankLogo{}
	arguments := []string{"SCHEMA", "LANGUAGE"}
	if len(os.Args) > 3 {
		arguments = append(arguments, "PROGRAM")
	}
	command.Print(arguments, func(given []string) (map[string][]byte, error) {
		pkg, err := readPackage(given[0])
		if err != nil {
			return nil, err
		}
		if given[1] != "dotnet" {
			return nil, fmt.Errorf("this generator does not know %q", given[1])
		}
		if len(given) > 2 {
			return generateProgram(pkg, given[2])
		}
		return dotnet.GeneratePackage(tool, pkg, nil, nil)
	})
}

func readPackage(file string) (*schema.Package, error) {
	var spec schema.PackageSpec
	if err := command.ReadJSON(file, &spec); err != nil {
		return nil, err
	}
	pkg, diagnostics, err := schema.BindSpec(spec, nil, schema.ValidationOptions{})
	if err != nil {
		return nil, err
	}
	return pkg, command.Reject(file, diagnostics)
}

// generateProgram converts a program in Pulumi's intermediate language.
func generateProgram(pkg *schema.Package, file string) (map[string][]byte, error) {
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
	program, diagnostics, err := pcl.BindProgram(parser.Files, pcl.Loader(onePackage{pkg}))
	if err != nil {
		return nil, err
	}
	if err := command.Reject(file, diagnostics); err != nil {
		return nil, err
	}
	files, diagnostics, err := dotnet.GenerateProgram(program)
	if err != nil {
		return nil, err
	}
	return files, command.Reject(file, diagnostics)
}
