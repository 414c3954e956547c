package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

const sdkModule = "github.com/pulumi/pulumi/sdk/v3"

// manifest is what this host reads of a package.json.
type manifest struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Dependencies map[string]string `json:"dependencies"`
	Pulumi       struct {
		Resource bool   `json:"resource"`
		Name     string `json:"name"`
		Version  string `json:"version"`
		Server   string `json:"server"`
	} `json:"pulumi"`
}

// moduleVersion returns the release that the protocol of this host is of: "3.276.0".
func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, module := range info.Deps {
		if module.Path == sdkModule {
			return strings.TrimPrefix(module.Version, "v")
		}
	}
	return ""
}

// sdkCommand finds a command of the SDK that a program in directory loads, as Node's require does.
func sdkCommand(directory, name string) (string, error) {
	for _, folder := range moduleFolders(directory) {
		file := filepath.Join(folder, "@pulumi", "pulumi", "cmd", name, "index.js")
		if _, err := os.Stat(file); err == nil {
			return file, nil
		}
	}
	return "", fmt.Errorf("the program in %s has no @pulumi/pulumi: run `npm install` there", directory)
}

// requiredPackages lists the packages of a program that say in their package.json that they need a plugin.
func requiredPackages(directory string) ([]*pulumirpc.PackageDependency, error) {
	var required []*pulumirpc.PackageDependency
	seen := map[string]bool{}
	folders := moduleFolders(directory)
	// What a program around a plugin has installed is not for the plugin.
	if _, err := os.Stat(filepath.Join(directory, "PulumiPlugin.yaml")); err == nil {
		folders = folders[:1]
	}
	for _, folder := range folders {
		files, err := manifestFiles(folder)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			found, err := readManifest(file)
			if err != nil {
				return nil, err
			}
			// Node loads the package of the innermost folder.
			if seen[found.Name] {
				continue
			}
			seen[found.Name] = true
			if found.Pulumi.Resource {
				required = append(required, dependencyOf(found))
			}
		}
	}
	return required, nil
}

func programDependencies(directory string) ([]*pulumirpc.DependencyInfo, error) {
	program, err := readManifest(filepath.Join(directory, "package.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var dependencies []*pulumirpc.DependencyInfo
	for name, version := range program.Dependencies {
		dependencies = append(dependencies, &pulumirpc.DependencyInfo{Name: name, Version: version})
	}
	return dependencies, nil
}

func dependencyOf(found manifest) *pulumirpc.PackageDependency {
	name := found.Pulumi.Name
	if name == "" {
		name = strings.TrimPrefix(strings.TrimPrefix(found.Name, "@pulumi/"), "@")
	}
	version := found.Pulumi.Version
	if version == "" {
		version = found.Version
	}
	return &pulumirpc.PackageDependency{Name: name, Kind: "resource", Version: version, Server: found.Pulumi.Server}
}

// moduleFolders lists the folders in which Node looks for packages, innermost first.
func moduleFolders(directory string) []string {
	if real, err := filepath.EvalSymlinks(directory); err == nil {
		directory = real
	}
	var folders []string
	for {
		folders = append(folders, filepath.Join(directory, "node_modules"))
		parent := filepath.Dir(directory)
		if parent == directory {
			return append(folders, filepath.SplitList(os.Getenv("NODE_PATH"))...)
		}
		directory = parent
	}
}

func manifestFiles(folder string) ([]string, error) {
	plain, err := filepath.Glob(filepath.Join(folder, "[^@.]*", "package.json"))
	if err != nil {
		return nil, err
	}
	scoped, err := filepath.Glob(filepath.Join(folder, "@*", "*", "package.json"))
	if err != nil {
		return nil, err
	}
	return append(plain, scoped...), nil
}

func readManifest(file string) (manifest, error) {
	var found manifest
	text, err := os.ReadFile(file)
	if err != nil {
		return found, err
	}
	if err := json.Unmarshal(text, &found); err != nil {
		return found, fmt.Errorf("read %s: %w", file, err)
	}
	return found, nil
}
