package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"
)

const (
	// exitAfterMessage is the exit code of a program that has told the user already what is wrong.
	exitAfterMessage = 32
	// killDelay is how long an interrupted program may take to end.
	killDelay = 5 * time.Second
)

// host runs Node programs. What it does not implement is answered with Unimplemented.
type host struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	engineAddress string
	canceled      context.Context
	cancel        context.CancelFunc
}

func newHost(engineAddress string) *host {
	canceled, cancel := context.WithCancel(context.Background())
	return &host{engineAddress: engineAddress, canceled: canceled, cancel: cancel}
}

func (h *host) Handshake(
	context.Context, *pulumirpc.LanguageHandshakeRequest,
) (*pulumirpc.LanguageHandshakeResponse, error) {
	return &pulumirpc.LanguageHandshakeResponse{}, nil
}

func (h *host) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{Version: moduleVersion()}, nil
}

func (h *host) RuntimeOptionsPrompts(
	context.Context, *pulumirpc.RuntimeOptionsRequest,
) (*pulumirpc.RuntimeOptionsResponse, error) {
	return &pulumirpc.RuntimeOptionsResponse{}, nil
}

func (h *host) Cancel(context.Context, *emptypb.Empty) (*emptypb.Empty, error) {
	h.cancel()
	return &emptypb.Empty{}, nil
}

func (h *host) About(ctx context.Context, _ *pulumirpc.AboutRequest) (*pulumirpc.AboutResponse, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, err
	}
	version, err := exec.CommandContext(ctx, node, "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("ask %s for its version: %w", node, err)
	}
	return &pulumirpc.AboutResponse{Executable: node, Version: strings.TrimSpace(string(version))}, nil
}

func (h *host) GetRequiredPackages(
	_ context.Context, request *pulumirpc.GetRequiredPackagesRequest,
) (*pulumirpc.GetRequiredPackagesResponse, error) {
	packages, err := requiredPackages(request.GetInfo().GetProgramDirectory())
	if err != nil {
		return nil, err
	}
	return &pulumirpc.GetRequiredPackagesResponse{Packages: packages}, nil
}

func (h *host) GetProgramDependencies(
	_ context.Context, request *pulumirpc.GetProgramDependenciesRequest,
) (*pulumirpc.GetProgramDependenciesResponse, error) {
	dependencies, err := programDependencies(request.GetInfo().GetProgramDirectory())
	if err != nil {
		return nil, err
	}
	return &pulumirpc.GetProgramDependenciesResponse{Dependencies: dependencies}, nil
}

func (h *host) InstallDependencies(
	request *pulumirpc.InstallDependenciesRequest, server pulumirpc.LanguageRuntime_InstallDependenciesServer,
) error {
	closer, stdout, stderr, err := rpcutil.MakeInstallDependenciesStreams(server, request.GetIsTerminal())
	if err != nil {
		return err
	}
	defer closer.Close()
	command := exec.CommandContext(server.Context(), "npm", "install", "--loglevel=error")
	command.Dir = request.GetInfo().GetProgramDirectory()
	command.Stdout, command.Stderr = stdout, stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("npm install in %s: %w", command.Dir, err)
	}
	return closer.Close()
}

func (h *host) Run(ctx context.Context, request *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	command, err := h.programCommand(ctx, request)
	if err != nil {
		return &pulumirpc.RunResponse{Error: err.Error()}, nil
	}
	err = command.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return &pulumirpc.RunResponse{}, nil
	case errors.As(err, &exit) && exit.ExitCode() == exitAfterMessage:
		return &pulumirpc.RunResponse{Bail: true}, nil
	case errors.As(err, &exit):
		return &pulumirpc.RunResponse{Error: fmt.Sprintf("Program exited with non-zero exit code: %d", exit.ExitCode())}, nil
	default:
		return &pulumirpc.RunResponse{Error: fmt.Sprintf("the program could not be run: %v", err)}, nil
	}
}

func (h *host) programCommand(ctx context.Context, request *pulumirpc.RunRequest) (*exec.Cmd, error) {
	info := request.GetInfo()
	config, err := jsonText(request.GetConfig(), "{}")
	if err != nil {
		return nil, err
	}
	secretKeys, err := jsonText(request.GetConfigSecretKeys(), "[]")
	if err != nil {
		return nil, err
	}
	args := []string{
		"--monitor", request.GetMonitorAddress(),
		"--engine", h.engineAddress,
		"--organization", request.GetOrganization(),
		"--project", request.GetProject(),
		"--root-directory", info.GetRootDirectory(),
		"--stack", request.GetStack(),
		"--pwd", info.GetProgramDirectory(),
		"--parallel", fmt.Sprint(request.GetParallel()),
	}
	if request.GetDryRun() {
		args = append(args, "--dry-run")
	}
	args = append(append(args, info.GetEntryPoint()), request.GetArgs()...)
	command, err := h.nodeCommand(ctx, info, "run", args)
	if err != nil {
		return nil, err
	}
	command.Env = append(command.Env, "PULUMI_CONFIG="+config, "PULUMI_CONFIG_SECRET_KEYS="+secretKeys)
	// A copy keeps Node from changing the blocking mode of this process's own streams.
	command.Stdout, command.Stderr = struct{ io.Writer }{os.Stdout}, struct{ io.Writer }{os.Stderr}
	return command, nil
}

// RunPlugin runs a policy pack, or a provider that is written in TypeScript.
func (h *host) RunPlugin(request *pulumirpc.RunPluginRequest, server pulumirpc.LanguageRuntime_RunPluginServer) error {
	closer, stdout, stderr, err := rpcutil.MakeRunPluginStreams(server, false)
	if err != nil {
		return err
	}
	defer closer.Close()
	if request.GetKind() == "analyzer" {
		err = h.runPolicyPack(request, server, stdout, stderr)
	} else {
		err = h.runProvider(request, server, stdout, stderr)
	}
	if err != nil {
		return err
	}
	return closer.Close()
}

func (h *host) runProvider(
	request *pulumirpc.RunPluginRequest, server pulumirpc.LanguageRuntime_RunPluginServer, stdout, stderr io.Writer,
) error {
	info := request.GetInfo()
	args := append([]string{info.GetProgramDirectory()}, request.GetArgs()...)
	command, err := h.nodeCommand(server.Context(), info, "run-plugin", args)
	if err != nil {
		return err
	}
	command.Env = append(command.Env, request.GetEnv()...)
	command.Dir = request.GetPwd()
	command.Stdout, command.Stderr = stdout, stderr
	return command.Run()
}

// runPolicyPack learns the stack's configuration from the engine before the pack starts, because a pack reads it from its environment.
func (h *host) runPolicyPack(
	request *pulumirpc.RunPluginRequest, server pulumirpc.LanguageRuntime_RunPluginServer, stdout, stderr io.Writer,
) error {
	info, ctx := request.GetInfo(), server.Context()
	proxy, packOutput, err := sdk.NewPolicyProxy(ctx, stdout)
	if err != nil {
		return fmt.Errorf("serve the policy pack: %w", err)
	}
	stack, err := proxy.AwaitConfiguration(ctx)
	if err != nil {
		return fmt.Errorf("wait for the stack of the policy pack: %w", err)
	}
	args := append(append([]string{}, request.GetArgs()...), info.GetProgramDirectory())
	command, err := h.nodeCommand(ctx, info, "run-policy-pack", args)
	if err != nil {
		return err
	}
	config, err := jsonText(stack.GetConfig(), "{}")
	if err != nil {
		return err
	}
	command.Env = append(append(command.Env, request.GetEnv()...),
		"PULUMI_NODEJS_ORGANIZATION="+stack.GetOrganization(),
		"PULUMI_NODEJS_PROJECT="+stack.GetProject(),
		"PULUMI_NODEJS_STACK="+stack.GetStack(),
		fmt.Sprintf("PULUMI_NODEJS_DRY_RUN=%t", stack.GetDryRun()),
		"PULUMI_CONFIG="+config,
	)
	command.Dir = info.GetProgramDirectory()
	command.Stdout, command.Stderr = packOutput, stderr
	if err := command.Start(); err != nil {
		return err
	}
	return proxy.Attach(ctx, command)
}

// nodeCommand returns Node with a command of the program's own SDK. It is interrupted when the engine cancels or goes away.
func (h *host) nodeCommand(
	ctx context.Context, info *pulumirpc.ProgramInfo, name string, args []string,
) (*exec.Cmd, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, err
	}
	script, err := sdkCommand(info.GetProgramDirectory(), name)
	if err != nil {
		return nil, err
	}
	options := info.GetOptions().GetFields()
	all := append(strings.Fields(options["nodeargs"].GetStringValue()), script)
	ctx, cancel := context.WithCancel(ctx)
	context.AfterFunc(h.canceled, cancel)
	command := exec.CommandContext(ctx, node, append(all, args...)...)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = killDelay
	command.Env = os.Environ()
	if usesTypeScript(options) {
		command.Env = append(command.Env, "PULUMI_NODEJS_TYPESCRIPT=true")
	}
	if tsconfig := options["tsconfig"].GetStringValue(); tsconfig != "" {
		command.Env = append(command.Env, "PULUMI_NODEJS_TSCONFIG_PATH="+tsconfig)
	}
	return command, nil
}

func usesTypeScript(options map[string]*structpb.Value) bool {
	typescript, given := options["typescript"]
	return !given || typescript.GetBoolValue()
}

// jsonText returns empty for a map or slice that the request leaves out, which JSON would write as null.
func jsonText[T any](value T, empty string) (string, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return "", err
	}
	if string(text) == "null" {
		return empty, nil
	}
	return string(text), nil
}
