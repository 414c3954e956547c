// Prints the SDK of a package in one language, or a program that uses the package.
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
	"github.com/pulumi/pulumi-java/pkg/codegen/java"
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
	pkg, diagnostics, err := schema.BindSpec(spec, nil)
	if err != nil {
		return nil, err
	}
	return pkg, command.Reject(file, diagnostics)
}

func generate(pkg *schema.Package, language string) (map[string][]byte, error) {
	switch language {
	case "dotnet":
		return dotnet.GeneratePackage(tool, pkg, nil, nil)
	case "java":
		return java.GeneratePackage(tool, pkg, nil, false)
	default:
		return nil, fmt.Errorf("this generator does not know %q", language)
	}
}

// generateProgram converts a program in Pulumi's intermediate language to C#. The generator for Java makes programs that do not
// compile: it writes the members of enums as texts and whole numbers where the SDK has decimal ones.
func generateProgram(pkg *schema.Package, language string, file string) (map[string][]byte, error) {
	if language != "dotnet" {
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
