import { engineOf, isListening, type EngineProcess } from "../../provider/process";
import type { Finding } from "./finding";
import type { RunningProcess } from "./running-processes";

/** Finds processes of Pulumi whose engine was killed. `processes` is undefined if they cannot be listed. */
export async function examineProcesses(processes: readonly RunningProcess[] | undefined): Promise<Finding[]> {
  if (processes === undefined) {
    const text = `doctor cannot list the processes of this system (${process.platform}), so it finds none that a killed CLI has left.`;
    return [{ subject: "process", state: "unsure", text }];
  }
  const candidates = processes.flatMap((running) => {
    const engine = engineOf(running.commandLine);
    return engine ? [{ running, engine }] : [];
  });
  const findings = await Promise.all(
    candidates.map(async ({ running, engine }) =>
      (await isListening(engine.address)) ? [] : [leftProcess(running, engine)],
    ),
  );
  return findings.flat();
}

function leftProcess({ pid, seconds, bytes }: RunningProcess, { role, address }: EngineProcess): Finding {
  return {
    subject: "process",
    state: "problem",
    text:
      `Process ${pid} is a ${role} whose engine (${address}) was killed. ` +
      `It has run for ${duration(seconds)} and uses ${Math.round(bytes / 1e6)} MB of memory.`,
    cure:
      "wait a moment, then run `doctor` again: the processes of this package end by themselves, a provider after its running " +
      "requests, in a quarter of an hour at most. If it is still there, end it:",
    commands: [`kill ${pid}`],
  };
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return `${Math.floor(seconds)} s`;
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}
