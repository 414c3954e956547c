// Package command contains what the Go programs of this repository have in common: each prints generated files.
package command

import (
	"encoding/json"
	"fmt"
	"os"
)

// Print prints the files that generate returns: a JSON object of files by name, in base64. Arguments describes what the program
// needs, such as "SCHEMA LANGUAGE".
func Print(arguments []string, generate func([]string) (map[string][]byte, error)) {
	// Generators print warnings on stdout.
	out := os.Stdout
	os.Stdout = os.Stderr
	given := os.Args[1:]
	if len(given) != len(arguments) {
		fail(fmt.Errorf("expected the arguments %v, found %q", arguments, given))
	}
	files, err := generate(given)
	if err != nil {
		fail(err)
	}
	if err := json.NewEncoder(out).Encode(files); err != nil {
		fail(err)
	}
}

// fail does not use the package log, whose output Pulumi's packages discard.
func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// ReadJSON parses a file.
func ReadJSON(file string, value any) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, value); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// Reject prints problems and returns an error if there is one. Problems are warnings too: each generator handles what they are about
// in a different way.
func Reject[Problem error](file string, problems []Problem) error {
	for _, problem := range problems {
		fmt.Fprintf(os.Stderr, "%s: %s\n", file, problem.Error())
	}
	if len(problems) > 0 {
		return fmt.Errorf("%s has %d problems", file, len(problems))
	}
	return nil
}
