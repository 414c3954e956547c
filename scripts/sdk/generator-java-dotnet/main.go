// Prints the SDK of a package in one language: a JSON object of files by name, in base64.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"os"

	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	"github.com/pulumi/pulumi/pkg/v3/codegen/dotnet"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
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

func main() {
	http.DefaultTransport = blankLogo{}
	// The Java generator prints warnings on stdout.
	out := os.Stdout
	os.Stdout = os.Stderr
	if len(os.Args) != 3 {
		fail(fmt.Errorf("usage: generator-java-dotnet SCHEMA LANGUAGE"))
	}
	pkg, err := readPackage(os.Args[1])
	if err != nil {
		fail(err)
	}
	files, err := generate(pkg, os.Args[2])
	if err != nil {
		fail(err)
	}
	if err := json.NewEncoder(out).Encode(files); err != nil {
		fail(err)
	}
}

// fail prints an error. It does not use the package log, whose output Pulumi's packages discard.
func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// readPackage fails on warnings too: each generator handles what they are about in a different way.
func readPackage(file string) (*schema.Package, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	pkg, diagnostics, err := schema.BindSpec(spec, nil)
	if err != nil {
		return nil, err
	}
	for _, diagnostic := range diagnostics {
		fmt.Fprintf(os.Stderr, "%s: %s\n", file, diagnostic.Error())
	}
	if len(diagnostics) > 0 {
		return nil, fmt.Errorf("%s has %d problems", file, len(diagnostics))
	}
	return pkg, nil
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
