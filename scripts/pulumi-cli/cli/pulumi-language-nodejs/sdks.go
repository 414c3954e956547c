package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/pkg/v3/resource/plugin"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

const generatorName = "the Pulumi CLI"

// GeneratePackage writes the SDK of a package, by Pulumi's own generator.
func (h *host) GeneratePackage(
	ctx context.Context, request *pulumirpc.GeneratePackageRequest,
) (*pulumirpc.GeneratePackageResponse, error) {
	loader, err := schema.NewLoaderClient(request.GetLoaderTarget())
	if err != nil {
		return nil, err
	}
	defer loader.Close()
	var spec schema.PackageSpec
	if err := json.Unmarshal([]byte(request.GetSchema()), &spec); err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	pkg, diagnostics, err := schema.BindSpecWithContext(ctx, spec, loader, schema.ValidationOptions{})
	if err != nil {
		return nil, err
	}
	response := &pulumirpc.GeneratePackageResponse{Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(diagnostics)}
	if diagnostics.HasErrors() {
		return response, nil
	}
	files, err := nodejs.GeneratePackage(
		generatorName, pkg, request.GetExtraFiles(), request.GetLocalDependencies(), request.GetLocal(), loader)
	if err != nil {
		return nil, err
	}
	return response, writeFiles(request.GetDirectory(), files)
}

// Link makes a program depend on SDKs in its folder. The engine installs them afterwards.
func (h *host) Link(ctx context.Context, request *pulumirpc.LinkRequest) (*pulumirpc.LinkResponse, error) {
	directory := request.GetInfo().GetProgramDirectory()
	var instructions string
	for _, linked := range request.GetPackages() {
		found, err := readManifest(filepath.Join(directory, linked.GetPath(), "package.json"))
		if err != nil {
			return nil, err
		}
		dependency := fmt.Sprintf("dependencies[%s]=file:%s", found.Name, filepath.ToSlash(linked.GetPath()))
		command := exec.CommandContext(ctx, "npm", "pkg", "set", dependency)
		command.Dir = directory
		if output, err := command.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("npm pkg set in %s: %w: %s", directory, err, output)
		}
		instructions += fmt.Sprintf("import * as %s from %q;\n", linked.GetPackage().GetName(), found.Name)
	}
	return &pulumirpc.LinkResponse{ImportInstructions: instructions}, nil
}

func writeFiles(directory string, files map[string][]byte) error {
	for name, content := range files {
		file := filepath.Join(directory, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
