#!/usr/bin/env bash
# github.com/pulumi/pulumi/pkg/v3 v3.228.0 (Go), the last release of that module with the generators for C#.
# Guess: the generator of programs names a class as the generator of SDKs declares it, because both read one schema.
# Seen: for the type `demo:index:Thing`, the program has `new Demo.Index.Thing`, and the SDK has `Thing` in the namespace `Pulumi.Demo`.
# Enums have no `Index`. With `"csharp": {"namespaces": {"index": ""}}` in the schema, the program has `new Demo.Thing`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >go.mod <<'MODULE'
module finding

go 1.25.8

require github.com/pulumi/pulumi/pkg/v3 v3.228.0
MODULE
cat >main.go <<'PROGRAM'
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/pkg/v3/codegen/dotnet"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const text = `{"name": "demo", "version": "1.0.0", "language": {"csharp": %s},
	"resources": {"demo:index:Thing": {"inputProperties": {"size": {"type": "string"}}}}}`

type onePackage struct{ pkg *schema.Package }

func (loader onePackage) LoadPackage(string, *semver.Version) (*schema.Package, error) { return loader.pkg, nil }

func (loader onePackage) LoadPackageV2(context.Context, *schema.PackageDescriptor) (*schema.Package, error) {
	return loader.pkg, nil
}

// noLogo answers the one request of the generator, for a picture.
type noLogo struct{}

func (noLogo) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(""))}, nil
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func packageOf(csharp string) *schema.Package {
	var spec schema.PackageSpec
	if err := json.Unmarshal([]byte(fmt.Sprintf(text, csharp)), &spec); err != nil {
		panic(err)
	}
	return must(schema.ImportSpec(spec, nil, schema.ValidationOptions{}))
}

func program(csharp string) string {
	parser := syntax.NewParser()
	if err := parser.ParseFile(strings.NewReader("resource one \"demo:index:Thing\" {\n size = \"big\"\n}\n"), "a.pp"); err != nil {
		panic(err)
	}
	bound, _, err := pcl.BindProgram(parser.Files, pcl.Loader(onePackage{packageOf(csharp)}))
	files, _, err := dotnet.GenerateProgram(must(bound, err))
	return string(regexp.MustCompile(`new [\w.]+`).Find(must(files, err)["Program.cs"]))
}

func main() {
	fmt.Println("program:", program(`{}`))
	fmt.Println("program with namespaces:", program(`{"namespaces": {"index": ""}}`))
	http.DefaultTransport = noLogo{}
	sdk := must(dotnet.GeneratePackage("finding", packageOf(`{}`), nil, nil))
	line := regexp.MustCompile(`namespace [\w.]+`).Find(sdk["Thing.cs"])
	fmt.Println("sdk:", string(bytes.TrimSpace(line)))
}
PROGRAM
go mod tidy >/dev/null 2>&1
output=$(go run .)
printf '%s\n' "$output"
expected='program: new Demo.Index.Thing
program with namespaces: new Demo.Thing
sdk: namespace Pulumi.Demo'
[ "$output" = "$expected" ] || { printf 'changed: expected\n%s\n' "$expected" >&2; exit 1; }
