@rem For npm scripts that start with "exec": in a POSIX shell, it makes npm's SIGTERM reach node. cmd.exe has no such command.
@%*
