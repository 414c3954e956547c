// Prints the SDK of a package in one language: a JSON object of files by name, in base64.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const tool = "pulumi-edge-platform"

// noLoader satisfies the generators. They call a loader only for types of other packages, which the schema does not use.
type noLoader struct{ schema.ReferenceLoader }

func main() {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("usage: generator SCHEMA LANGUAGE"))
	}
	pkg, err := readPackage(os.Args[1])
	if err != nil {
		fail(err)
	}
	files, err := generate(pkg, os.Args[2])
	if err != nil {
		fail(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(files); err != nil {
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
	pkg, diagnostics, err := schema.BindSpec(spec, noLoader{}, schema.ValidationOptions{})
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
